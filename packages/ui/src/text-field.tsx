import type { ComponentProps, ReactNode } from 'react';
import { Field, splitField, type FieldOwnProps } from './field.tsx';
import { Icon, type IconName } from './icon.tsx';
import { cx } from './lib/cx.ts';

export type TextFieldProps = Omit<ComponentProps<'input'>, keyof FieldOwnProps> &
  FieldOwnProps & {
    /** A picture inside the box at its start, as on a search box. */
    icon?: IconName;
  };

/** One line of text. `ref`, `name`, `onChange` and `onBlur` go to the input, so a form library can register it. */
export function TextField(props: TextFieldProps): ReactNode {
  const [field, { icon, className, ...input }] = splitField(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          {icon && (
            <Icon name={icon} className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-3" />
          )}
          <input type="text" dir="auto" {...input} {...control} className={cx('control', icon && 'ps-10', className)} />
        </span>
      )}
    </Field>
  );
}
