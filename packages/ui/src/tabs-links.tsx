import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';

/** Returns the classes of a tab that is a link; the current one also needs `aria-current="page"`. */
export function tabLinkClass(): string {
  return cx(
    'flex min-h-11 h-full items-center justify-center gap-x-2 rounded-1 border-[1.5px] border-line bg-surface px-0 py-1 text-xs font-semibold text-ink no-underline hover:border-line-strong hover:no-underline max-m:flex-col-reverse m:px-3.5 m:text-md',
    'aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-soft-ink',
  );
}

/** Renders a row of links that filter a list. Children are `li` with a link of class `tabLinkClass()`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1 max-m:*:flex-auto m:gap-2">{children}</ul>
    </nav>
  );
}

/** Shows the number on a tab. */
export function TabCount({ children }: { children: ReactNode }) {
  return <span className="text-md font-medium text-ink-2 tabular-nums">{children}</span>;
}
