import type { Named } from '@baraza/contract';
import type { ReactNode } from 'react';

type CheckFieldProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

/** Shows a checkbox with its label. */
export function CheckField({ checked, onChange, children }: CheckFieldProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-brand"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

type CheckListProps<Option extends Named> = {
  legend: string;
  hint?: string;
  error?: string | undefined;
  options: readonly Option[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** What stands after a name. */
  noteOf?: (option: Option) => ReactNode;
};

/** Shows a checkbox for each person or thing that can be chosen. */
export function CheckList<Option extends Named>(props: CheckListProps<Option>) {
  const { legend, hint, error, options, chosen, onChange, noteOf } = props;
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {hint && <p className="text-sm text-ink-2">{hint}</p>}
      <div className="max-h-64 overflow-y-auto">
        {options.map((option) => (
          <CheckField
            key={option.id}
            checked={chosen.includes(option.id)}
            onChange={(isIn) => onChange([...chosen.filter((id) => id !== option.id), ...(isIn ? [option.id] : [])])}
          >
            <bdi>{option.name}</bdi>
            {noteOf?.(option)}
          </CheckField>
        ))}
      </div>
      {error !== undefined && <p className="text-danger">{error}</p>}
    </fieldset>
  );
}
