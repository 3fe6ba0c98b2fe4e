import { Sheet } from '@baraza/ui/sheet';
import type { ReactNode } from 'react';
import { Heading } from '../../../lib/page/heading.tsx';

/** The one sheet of a screen before login. */
export function PublicSheet({ title, heading, children }: { title: string; heading?: string; children: ReactNode }) {
  return (
    <Sheet className="grid gap-5 px-5 py-6 m:px-7 m:py-7">
      <Heading title={title}>{heading}</Heading>
      {children}
    </Sheet>
  );
}
