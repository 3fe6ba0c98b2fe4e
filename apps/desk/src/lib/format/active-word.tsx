import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Shows in a table whether something is active. */
export function ActiveWord({ active }: { active: boolean }): ReactNode {
  return active ? (
    <Trans>Active</Trans>
  ) : (
    <span className="text-ink-2">
      <Trans>Switched off</Trans>
    </span>
  );
}
