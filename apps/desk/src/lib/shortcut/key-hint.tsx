import { Kbd } from '@baraza/ui/kbd';
import type { ReactNode } from 'react';
import { shortcutsPreference, usePreference } from '../storage/preference.ts';

/** The key of a button, shown where there is a keyboard to press it on and shortcuts are on. */
export function KeyHint({ children }: { children: string }): ReactNode {
  const [keys] = usePreference(shortcutsPreference);
  if (keys === 'off') return null;
  return (
    <span aria-hidden="true" className="max-l:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}
