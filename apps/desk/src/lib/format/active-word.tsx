import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Whether something can still be chosen: in a table, where what is switched off has to catch the eye. */
export function ActiveWord({ active }: { active: boolean }): ReactNode {
  return active ? (
    <Trans>Active</Trans>
  ) : (
    <span className="font-semibold text-danger-ink">
      <Trans>Switched off</Trans>
    </span>
  );
}
