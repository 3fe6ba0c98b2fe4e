import type { ComponentProps } from 'react';
import { Field, splitField, type FieldOwnProps } from './field.tsx';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';

export type TextFieldProps = Omit<ComponentProps<'input'>, keyof FieldOwnProps> & FieldOwnProps;

/** One line of text; a search has its picture. `ref` and handlers go to the input, so a form library can register it. */
export function TextField(props: TextFieldProps) {
  const [field, { className, ...input }] = splitField(props);
  const isSearch = input.type === 'search';
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          {isSearch && (
            <Icon name="search" className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-3" />
          )}
          <input
            type="text"
            dir="auto"
            {...input}
            {...control}
            className={cx('control', isSearch && 'ps-[2.5rem]', className)}
          />
        </span>
      )}
    </Field>
  );
}

/** Several lines of plain text. */
export function TextareaField(props: Omit<ComponentProps<'textarea'>, keyof FieldOwnProps> & FieldOwnProps) {
  const [field, { className, ...area }] = splitField(props);
  return (
    <Field {...field}>
      {(control) => <textarea dir="auto" rows={4} {...area} {...control} className={cx('control', className)} />}
    </Field>
  );
}

/** A day, with the device's own picker. `min`, `max` and the value are YYYY-MM-DD; check them in code as well. */
export function DateField(props: Omit<ComponentProps<'input'>, keyof FieldOwnProps | 'type'> & FieldOwnProps) {
  const [field, { className, ...input }] = splitField(props);
  return (
    <Field {...field}>
      {(control) => <input {...input} {...control} type="date" className={cx('control', className)} />}
    </Field>
  );
}

export type SelectFieldProps = Omit<ComponentProps<'select'>, keyof FieldOwnProps> &
  FieldOwnProps & {
    options?: Array<{ value: string; label: string; disabled?: boolean }>;
    placeholder?: string;
  };

/** A choice from a list, with the phone's own picker. */
export function SelectField(props: SelectFieldProps) {
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
