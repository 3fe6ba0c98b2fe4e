import type { DeskComplaint } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMe } from '../../../lib/api/session.tsx';

/** Button that opens the recusal dialog; an officer can recuse only themselves. */
export function RecuseButton({ complaint, onRecuse }: { complaint: DeskComplaint; onRecuse: () => void }): ReactNode {
  const isOfficer = useMe().role === 'officer';
  if (!complaint.allowed.includes('recuse')) return null;
  return (
    <Button size="s" icon="eye-off" aria-haspopup="dialog" onClick={onRecuse}>
      <span className="max-xl:sr-only">
        {isOfficer ? <Trans>I must not handle this</Trans> : <Trans>Recuse…</Trans>}
      </span>
    </Button>
  );
}
