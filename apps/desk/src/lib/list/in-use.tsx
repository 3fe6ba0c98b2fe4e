import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** On a button that opens filters: how many of them are in use. Nothing when none is. */
export function InUse({ count }: { count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className="rounded-pill bg-brand px-1.5 text-xs text-on-brand tabular-nums">
      {count}
      <span className="sr-only">
        {' '}
        <Trans>in use</Trans>
      </span>
    </span>
  );
}
