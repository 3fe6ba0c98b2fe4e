import type { ReactNode } from 'react';
import { Heading } from '../page/heading.tsx';
import { BackButton } from '../router/back-button.tsx';

interface PublicSheetProps {
  title: string;
  heading?: string;
  /** Where the back button leads if the tab has no screen behind; no button without it. */
  back?: string;
  children: ReactNode;
}

/** Frames a screen before login as one sheet. */
export function PublicSheet({ title, heading, back, children }: PublicSheetProps) {
  return (
    <>
      {back !== undefined && <BackButton fallback={back} />}
      <div className="sheet grid gap-5 px-5 py-6 m:px-7 m:py-7">
        <Heading title={title}>{heading}</Heading>
        {children}
      </div>
    </>
  );
}
