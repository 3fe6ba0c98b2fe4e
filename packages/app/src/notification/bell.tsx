import { IconButton, Menu } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { unreadText, type NotificationsQuery } from '../api/notifications.ts';
import { lazyPart } from '../page/lazy-part.tsx';
import type { LinkOf } from './notification-panel.tsx';

const NotificationPanel = lazyPart(() => import('./notification-panel.tsx'));

type BellProps = { query: NotificationsQuery; linkOf: LinkOf; onDark?: boolean };

/** Shows how many notifications are unread, and the list of them. */
export function Bell({ query, linkOf, onDark = false }: BellProps) {
  const unread = query.data?.unread ?? 0;
  const count = unreadText(unread);
  return (
    <>
      <Menu
        sheet
        label={t`Notifications`}
        className="text-ink m:w-95"
        trigger={(props) => (
          <IconButton {...props} icon="bell" label={t`Notifications (${count})`} badge={unread} onDark={onDark} />
        )}
      >
        {(close) => <NotificationPanel query={query} linkOf={linkOf} onClose={close} />}
      </Menu>
      <span role="status" className="sr-only">
        {useArrivals(query.data?.unread)}
      </span>
    </>
  );
}

/** Returns the text to announce when more become unread; none for those unread from the start. */
function useArrivals(unread: number | undefined): string {
  const before = useRef<number>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const more = (unread ?? 0) - (before.current ?? unread ?? 0);
    if (more > 0) setSaid(t`${plural(more, { one: '# new notification', other: '# new notifications' })}`);
    before.current = unread;
  }, [unread]);
  return said;
}
