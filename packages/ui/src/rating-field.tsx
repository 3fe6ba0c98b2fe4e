import { Field, type FieldOwnProps } from './fields.tsx';

export type RatingFieldProps = FieldOwnProps & {
  name: string;
  /** Words of the ratings, from 1 on. */
  words: string[];
  value: number | null;
  onChange: (value: number) => void;
};

/** Renders a choice of ratings, each a number with its word. */
export function RatingField({ name, words, value, onChange, ...field }: RatingFieldProps) {
  return (
    <Field {...field} group>
      {({ id, required, ...control }, labelId) => (
        <div role="radiogroup" aria-labelledby={labelId} {...control} className="grid gap-2 m:grid-cols-5">
          {words.map((word, i) => (
            <label
              key={word}
              className="flex min-h-11 items-center gap-3 rounded-1 border-[1.5px] border-line-strong bg-surface px-3 py-2 hover:border-ink-2 has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-soft-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus m:flex-col m:gap-1 m:py-3 m:text-center"
            >
              <input
                id={i === 0 ? id : undefined}
                type="radio"
                name={name}
                required={required}
                checked={value === i + 1}
                onChange={() => onChange(i + 1)}
                className="outline-none! shadow-none!"
              />
              <span className="font-display text-h3 font-bold tabular-nums">{i + 1}</span>
              <span className="text-sm leading-tight">{word}</span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
