import type { ComponentProps, ReactNode } from 'react';
import { Field, splitField, type FieldOwnProps } from './field.tsx';
import { cx } from './lib/cx.ts';

export type DateFieldProps = Omit<ComponentProps<'input'>, keyof FieldOwnProps | 'type'> & FieldOwnProps;

/** A day, with the device's own picker. `min`, `max` and the value are YYYY-MM-DD; check them in code as well. */
export function DateField(props: DateFieldProps): ReactNode {
  const [field, { className, ...input }] = splitField(props);
  return (
    <Field {...field}>
      {(control) => <input {...input} {...control} type="date" className={cx('control', className)} />}
    </Field>
  );
}
