import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
