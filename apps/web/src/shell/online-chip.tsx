import { useOnline } from '@baraza/app/use-online';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSaved } from '../lib/draft/unsaved.ts';

/** Quiet while all is well; offline it shows on every width, on a phone in a line of its own below the bar. */
export function OnlineChip(): ReactNode {
  const online = useOnline();
  const saved = useSaved();
  return (
    <p
      role="status"
      data-online={online}
      className="online-chip inline-flex items-center gap-2 text-sm text-ink-2 data-[online=true]:max-l:sr-only max-m:data-[online=false]:order-last max-m:data-[online=false]:basis-full max-m:data-[online=false]:justify-center"
    >
      <span aria-hidden="true" className="online-dot" />
      {!online ? (
        <Trans>Offline. You can keep writing.</Trans>
      ) : saved === 'saved' ? (
        <Trans>Online. Everything is saved.</Trans>
      ) : saved === 'sending' ? (
        <Trans>Online. Sending…</Trans>
      ) : (
        <Trans>Online. Not everything is saved on this device.</Trans>
      )}
    </p>
  );
}
