import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Shows on a filter button how many filters are in use. */
export function InUse({ count }: { count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className="rounded-pill bg-brand px-1.5 text-xs text-on-brand tabular-nums">
      {count}
      <span className="sr-only"> {t`in use`}</span>
    </span>
  );
}
