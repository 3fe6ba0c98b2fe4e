import type { ReactNode } from 'react';

/** Shows the name of a key. The action needs words too: this is a reminder, not a label. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-5.5 rounded-[0.25rem] border border-b-2 border-current px-1.5 text-center font-body text-[0.75rem] leading-tight font-semibold opacity-85">
      {children}
    </kbd>
  );
}
