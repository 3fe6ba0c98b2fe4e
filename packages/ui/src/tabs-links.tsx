import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';

/** Returns the classes of a tab that is a link; the current one also needs `aria-current="page"`. */
export function tabLinkClass(): string {
  return cx(
    'inline-flex min-h-11 h-full w-full items-center gap-2 rounded-1 border-[1.5px] border-line bg-surface px-2.5 py-1.5 text-md font-semibold text-ink no-underline hover:border-line-strong hover:no-underline m:w-auto m:px-3.5',
    'aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-soft-ink',
  );
}

/** Renders a row of links that filter a list. Children are `li` with a link of class `tabLinkClass()`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 m:flex m:flex-wrap">
        {children}
      </ul>
    </nav>
  );
}

/** Shows the number on a tab. */
export function TabCount({ children }: { children: ReactNode }) {
  return <span className="ms-auto font-medium text-ink-2 tabular-nums m:ms-0">{children}</span>;
}
