import { IconButton } from '@baraza/ui/icon-button';
import { Menu } from '@baraza/ui/menu';
import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNotifications, refreshNotifications } from './notification.api.ts';
import { lazyPart } from '@baraza/app/page/lazy-part';
import { useLiveConnection } from '@baraza/app/api/live-connection';
import { streamNotifications } from '@baraza/contract/notification/notification';
import { useQueryClient } from '@tanstack/react-query';
import { getToken } from '@baraza/app/api/token';
import { refreshComplaints } from '../complaint/complaint.api.ts';

const NotificationPanel = lazyPart(() => import('./notification-panel.tsx'));

/** While no line to the server is open, it is asked this often. */
const pollEveryMs = 30_000;

/** The bell of the top bar: how many notifications are unread, live, and the list of them. */
export function NotificationBell(): ReactNode {
  const live = useLiveNotifications();
  const query = useNotifications(live ? false : pollEveryMs);
  const unread = query.data?.unread ?? 0;
  return (
    <>
      <Menu
        sheet
        label={t`Notifications`}
        className="m:w-95"
        trigger={(props) => <IconButton {...props} icon="bell" label={t`Notifications (${unread})`} badge={unread} />}
      >
        {(close) => <NotificationPanel query={query} onClose={close} />}
      </Menu>
      <span role="status" className="sr-only">
        {useArrivals(query.data?.unread)}
      </span>
    </>
  );
}

/** What to read out when more become unread; nothing about those that were there from the start. */
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

/** Asks everything about complaints again when a notification comes in. Answers whether the line for them is open. */
function useLiveNotifications(): boolean {
  const client = useQueryClient();
  const refresh = () => {
    void refreshNotifications(client);
    void refreshComplaints(client);
  };
  return useLiveConnection({
    url: `/api${streamNotifications.path}`,
    headers: () => ({ authorization: `Bearer ${getToken() ?? ''}` }),
    onEvent: refresh,
    onMissed: refresh,
  });
}
