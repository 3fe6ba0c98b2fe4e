import { Kbd } from '@baraza/ui/kbd';
import type { ReactNode } from 'react';
import { shortcutsPreference, usePreference } from '../storage/preference.ts';

/** Shows the key of a button, on wide screens while shortcuts are on. */
export function KeyHint({ children }: { children: string }): ReactNode {
  const [keys] = usePreference(shortcutsPreference);
  if (keys === 'off') return null;
  return (
    <span aria-hidden="true" className="max-l:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}
