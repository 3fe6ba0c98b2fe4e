import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { guestOwner } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';
import { OutboxList } from './outbox-card.tsx';

/** Lists the guests' outbox on this device. */
export default function GuestOutbox({ onTakenBack }: { onTakenBack?: () => void }): ReactNode {
  if (useOutbox(guestOwner).items.length === 0) return null;
  return (
    <section aria-label={t`Not sent yet`} className="grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
      <p className="max-w-[60ch] text-ink-2">
        <Trans>
          It is sent automatically, once, when you are back online. If you close the portal, it is sent when somebody
          opens it again on this phone. Until then it stays on this phone.
        </Trans>
      </p>
      <OutboxList account={guestOwner} onTakenBack={onTakenBack} />
    </section>
  );
}
