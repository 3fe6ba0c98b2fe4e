import type { ReactNode } from 'react';

/** Shows a number after a bar for its share of the largest one. */
export function Bar({ value, most, children }: { value: number; most: number; children: ReactNode }): ReactNode {
  return (
    <span className="flex items-center justify-end gap-3">
      <span aria-hidden="true" className="h-2 flex-1 max-m:min-w-24">
        <span className="block h-full rounded-pill bg-brand" style={{ inlineSize: `${(value / most) * 100}%` }} />
      </span>
      {children}
    </span>
  );
}
