import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Shows in a table whether something is active; inactive ones catch the eye. */
export function ActiveWord({ active }: { active: boolean }): ReactNode {
  return active ? (
    <Trans>Active</Trans>
  ) : (
    <span className="font-semibold text-danger-ink">
      <Trans>Switched off</Trans>
    </span>
  );
}
