import type { ComponentProps, ReactNode } from 'react';
import { Field, splitField, type FieldOwnProps } from './field.tsx';
import { cx } from './lib/cx.ts';

export type TextareaFieldProps = Omit<ComponentProps<'textarea'>, keyof FieldOwnProps> & FieldOwnProps;

/** Several lines of plain text. */
export function TextareaField(props: TextareaFieldProps): ReactNode {
  const [field, { className, ...area }] = splitField(props);
  return (
    <Field {...field}>
      {(control) => <textarea dir="auto" rows={4} {...area} {...control} className={cx('control', className)} />}
    </Field>
  );
}
