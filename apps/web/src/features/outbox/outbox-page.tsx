import { Heading } from '@baraza/app';
import { EmptyState } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { guestOwner, readOutbox } from '../../lib/outbox/outbox.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { OutboxList } from '../../lib/outbox/outbox-card.tsx';

/** What was submitted on this device, with the account and without one. */
export default function OutboxPage(): ReactNode {
  const account = useUser().data?.id;
  const count = useOutbox(account).items.length + useOutbox(guestOwner).items.length;
  useEffect(() => void readOutbox(), []);
  return (
    <div className="grid max-w-184 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1.5">
        <Heading title={t`Outbox`} />
        <p className="text-ink-2">
          <Trans>
            What you wrote is sent automatically, once, when you are back online. If you close the portal, it is sent
            when you open it again.
          </Trans>
        </p>
      </div>
      {count === 0 && <EmptyState title={t`Nothing is waiting to be sent. Everything has arrived.`} />}
      <OutboxList account={account} />
      <OutboxList account={guestOwner} />
    </div>
  );
}
