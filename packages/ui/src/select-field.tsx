import type { ComponentProps, ReactNode } from 'react';
import { Field, splitField, type FieldOwnProps } from './field.tsx';
import { cx } from './lib/cx.ts';

export type SelectFieldProps = Omit<ComponentProps<'select'>, keyof FieldOwnProps> &
  FieldOwnProps & {
    /** The choices; or give `<option>` elements as children. */
    options?: Array<{ value: string; label: string; disabled?: boolean }>;
    /** First line with an empty value, e.g. "Choose one". */
    placeholder?: string;
  };

/** A choice from a list, with the phone's own picker. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const [field, { options, placeholder, className, children, ...select }] = splitField(props);
  return (
    <Field {...field}>
      {(control) => (
        <select {...select} {...control} className={cx('control', className)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options?.map(({ label, ...option }) => (
            <option key={option.value} {...option}>
              {label}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  );
}
