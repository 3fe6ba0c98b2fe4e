import type { ReactNode } from 'react';
import { RingMark } from './ring-art.tsx';

export type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

/** Fills an empty list. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="sheet grid justify-items-center gap-2 px-5 py-10 text-center">
      <RingMark className="mb-2 size-20 text-line-strong" />
      <p className="font-display text-h3 font-bold">{title}</p>
      {children && <div className="max-w-[44ch] text-ink-2">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
