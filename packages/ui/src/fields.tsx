import { type ComponentProps, useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';

/** Props that connect a control to its field: spread them on the input. */
export type FieldControl = {
  id: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

export type FieldOwnProps = {
  id?: string;
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Read before the error by screen readers, e.g. "Error:". */
  errorPrefix?: string;
  required?: boolean;
  optionalText?: string;
  footer?: ReactNode;
  fieldClassName?: string;
};

type FieldProps = FieldOwnProps & {
  /** For controls that are not one input (an editor, a recorder): they name `labelId`, instead of `for`. */
  group?: boolean;
  children: (control: FieldControl, labelId: string) => ReactNode;
};

/** Renders label, hint, error and control, in that order, tied together by ids. */
export function Field(props: FieldProps) {
  const { label, labelHidden, hint, error, errorPrefix, required, optionalText, footer, group, children } = props;
  const made = useId();
  const id = props.id ?? made;
  const [labelId, hintId, errorId] = [`${id}-label`, `${id}-hint`, `${id}-error`];
  const describedBy = cx(hint ? hintId : null, error ? errorId : null) || undefined;
  const Label = group ? 'span' : 'label';
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] content-start gap-1.5',
        error ? 'border-s-4 border-danger ps-3.5' : null,
        props.fieldClassName,
      )}
    >
      <Label
        id={labelId}
        htmlFor={group ? undefined : id}
        className={labelHidden ? 'sr-only' : 'text-md font-semibold'}
      >
        {label}
        {/* Decoration: the control itself carries `required`. */}
        {required && (
          <span aria-hidden="true" className="font-bold text-danger">
            {'\u00a0*'}
          </span>
        )}
        {optionalText && <span className="font-normal text-ink-2"> {optionalText}</span>}
      </Label>
      {hint && (
        <p id={hintId} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {error && (
        <FieldError id={errorId} prefix={errorPrefix}>
          {error}
        </FieldError>
      )}
      {children(
        {
          id,
          required: required || undefined,
          'aria-describedby': describedBy,
          'aria-invalid': error ? true : undefined,
        },
        labelId,
      )}
      {footer && <div className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">{footer}</div>}
    </div>
  );
}

type FieldErrorProps = {
  id: string;
  prefix?: string;
  /** "alert" if it appears without a summary above the form. */
  role?: 'alert';
  children: ReactNode;
};

/** Shows the error of a field. */
export function FieldError({ id, prefix, role, children }: FieldErrorProps) {
  return (
    <p id={id} role={role} className="flex items-start gap-1.5 text-md font-semibold text-danger-ink">
      <Icon name="warning" size="s" className="mt-1" />
      <span>
        {prefix && <span className="sr-only">{prefix} </span>}
        {children}
      </span>
    </p>
  );
}

/** Separates the props of the field from those of its input. */
export function splitField<P extends FieldOwnProps>(props: P): [FieldOwnProps, Omit<P, keyof FieldOwnProps>] {
  const { id, label, labelHidden, hint, error, errorPrefix, required, optionalText, footer, fieldClassName, ...rest } =
    props;
  return [{ id, label, labelHidden, hint, error, errorPrefix, required, optionalText, footer, fieldClassName }, rest];
}

/** Props of a field and of its control. */
export type FieldPropsOf<Control extends 'input' | 'select' | 'textarea'> = FieldOwnProps &
  Omit<ComponentProps<Control>, keyof FieldOwnProps>;
export type TextFieldProps = FieldPropsOf<'input'>;

/** Renders one line of text; a search has an icon. `ref` and handlers go to the input. */
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

/** Renders several lines of plain text. */
export function TextareaField(props: FieldPropsOf<'textarea'>) {
  const [field, { className, ...area }] = splitField(props);
  return (
    <Field {...field}>
      {(control) => <textarea dir="auto" rows={4} {...area} {...control} className={cx('control', className)} />}
    </Field>
  );
}

export type DateFieldProps = TextFieldProps & {
  /** Days that one press chooses, before the picker. */
  shortcuts?: Array<{ day: string; label: string }>;
  onShortcut?: (day: string) => void;
};

/** Renders a day, with the device's own picker. `min`, `max` and value are YYYY-MM-DD; check them in code too. */
export function DateField({ shortcuts, onShortcut, ...props }: DateFieldProps) {
  const [field, { className, ...input }] = splitField(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          {shortcuts?.map(({ day, label }) => (
            <Button
              key={day}
              variant={day === input.value ? 'primary' : 'outline'}
              aria-pressed={day === input.value}
              onClick={() => onShortcut?.(day)}
            >
              {label}
            </Button>
          ))}
          <input {...input} {...control} type="date" className={cx('control min-w-44 flex-1', className)} />
        </div>
      )}
    </Field>
  );
}

export type SelectFieldProps = FieldPropsOf<'select'> & {
  options?: Array<{ value: string; label: string; disabled?: boolean }>;
  placeholder?: string;
};

/** Renders a choice from a list, with the phone's own picker. */
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
