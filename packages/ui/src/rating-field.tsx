import { useId, type ReactNode } from 'react';
import { FieldError, RequiredMark } from './field.tsx';

export type RatingFieldProps = {
  /** The id of the first choice: the error summary leads there. */
  id?: string;
  label: ReactNode;
  /** The question's buttons share this name. */
  name: string;
  options: Array<{ value: number; label: string }>;
  value: number | null;
  onChange: (value: number) => void;
  hint?: ReactNode;
  error?: ReactNode;
  errorPrefix?: string;
  required?: boolean;
};

/** One choice out of a few, each a number with its word. */
export function RatingField(props: RatingFieldProps): ReactNode {
  const { label, name, options, value, onChange, hint, error, errorPrefix, required } = props;
  const made = useId();
  const id = props.id ?? made;
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset aria-describedby={described} className={error ? 'border-s-4 border-danger ps-3.5' : undefined}>
      <legend id={`${id}-label`} className="mb-1.5 text-md font-semibold">
        {label}
        {required && <RequiredMark />}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-sm text-ink-2">
          {hint}
        </p>
      )}
      {error && (
        <div className="mb-1.5">
          <FieldError id={`${id}-error`} prefix={errorPrefix}>
            {error}
          </FieldError>
        </div>
      )}
      <div className="grid gap-2 m:grid-cols-5">
        {options.map((option, i) => (
          <label
            key={option.value}
            className="flex min-h-11 items-center gap-3 rounded-1 border-[1.5px] border-line-strong bg-surface px-3 py-2 hover:border-ink-2 has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-soft-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus m:flex-col m:gap-1 m:py-3 m:text-center"
          >
            <input
              id={i === 0 ? id : undefined}
              type="radio"
              name={name}
              required={required}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="size-4.5 shrink-0 accent-brand outline-none! shadow-none!"
            />
            <span className="font-display text-h3 font-bold tabular-nums">{option.value}</span>
            <span className="text-sm leading-tight">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
