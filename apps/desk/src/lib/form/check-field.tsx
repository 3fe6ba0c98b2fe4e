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
