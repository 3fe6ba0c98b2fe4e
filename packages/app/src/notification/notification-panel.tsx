import type { Notification } from '@baraza/contract';
import { IconButton, Skeleton, SkeletonList } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  unreadText,
  useMarkNotification,
  useMarkNotifications,
  type NotificationsQuery,
} from '../api/notifications.ts';
import { formatAgo, formatDay, formatTime } from '../format/format.ts';
import { notify } from '../page/notify.ts';
import { LoadError } from '../page/load-error.tsx';
import { ShowMore } from '../page/show-more.tsx';
import { Link } from '../router/router.tsx';

/** Returns the address of a notification's subject in this app. */
export type LinkOf = (notification: Notification) => string;

interface NotificationPanelProps {
  query: NotificationsQuery;
  linkOf: LinkOf;
  onClose: () => void;
}

/** Contents of the bell's dropdown. */
export default function NotificationPanel({ query, linkOf, onClose }: NotificationPanelProps) {
  const mark = useMarkNotification();
  const markAll = useMarkNotifications();
  const { data } = query;
  const unread = data?.unread ?? 0;
  const entries = groupByComplaint(data?.items ?? []);
  const count = `${data?.items.length ?? 0}${query.hasNextPage ? '+' : ''}`;
  return (
    <div role="dialog" aria-labelledby="notifications">
      <div className="flex items-center justify-between gap-2 border-b border-line ps-3">
        <div className="grid py-1.5">
          <h2 id="notifications" tabIndex={-1} className="text-lead">
            {t`Notifications (${count})`}
          </h2>
          {data && data.items.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
              {unread === 0 ? t`none new` : <Trans>{unreadText(unread)} new</Trans>}
              {unread > 0 && <MarkAll />}
            </p>
          )}
        </div>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </div>
      {query.isPending && (
        <SkeletonList label={t`Loading notifications`} count={3} className="p-3">
          <Skeleton className="h-12 w-full" />
        </SkeletonList>
      )}
      {query.isError && (
        <div className="p-2">
          <LoadError title={t`The notifications could not be loaded.`} query={query} />
        </div>
      )}
      {data?.items.length === 0 && <p className="px-3 py-8 text-center text-ink-2">{t`No notifications available`}</p>}
      {data && data.items.length > 0 && (
        <ul className="grid divide-y divide-line">
          {entries.map(({ newest, updates }) => (
            <li key={newest.id}>
              <Item
                notification={newest}
                updates={updates}
                to={linkOf(newest)}
                onOpen={() => {
                  // Opening neither waits for this nor fails with it.
                  if (updates > 1) markAll.mutate(newest.complaintId ?? undefined);
                  else if (!newest.read) mark.mutate(newest.id);
                  onClose();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} size="s" className="border-t border-line px-3 py-2" />
    </div>
  );
}

interface Entry {
  readonly newest: Notification;
  readonly updates: number;
}

/** Joins the unread notifications of a complaint, at the place of the newest. */
function groupByComplaint(items: readonly Notification[]): Entry[] {
  const groups = new Map<string, Entry>();
  for (const item of items) {
    const { id, complaintId, read } = item;
    const key = read || complaintId === null ? id : complaintId;
    const { newest = item, updates = 0 } = groups.get(key) ?? {};
    groups.set(key, { newest, updates: updates + 1 });
  }
  return [...groups.values()];
}

function MarkAll() {
  const { mutate } = useMarkNotifications();
  const markAll = () => {
    mutate(undefined, { onError: notify.failure });
    // The button disappears, and would take the focus along.
    document.getElementById('notifications')?.focus();
  };
  return (
    <button type="button" className="min-h-6 font-semibold text-brand underline underline-offset-3" onClick={markAll}>
      {t`Mark all as read`}
    </button>
  );
}

interface ItemProps {
  notification: Notification;
  updates: number;
  to: string;
  onOpen: () => void;
}

function Item({ notification, updates, to, onOpen }: ItemProps) {
  const { read, title, body, time } = notification;
  return (
    <Link
      to={to}
      state={{ notification: notification.id }}
      onClick={onOpen}
      className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2.5 px-3 py-3 text-ink no-underline hover:bg-sunken hover:no-underline"
    >
      <span className="pt-1.5">
        {!read && <span aria-hidden="true" className="block size-2.5 rounded-full bg-brand" />}
      </span>
      <span className="grid gap-0.5">
        <span dir="auto" className={read ? 'font-medium' : 'font-bold'}>
          {!read && <span className="sr-only">{t`new`}: </span>}
          {title}
        </span>
        <span dir="auto" className="line-clamp-3 text-md text-ink-2">
          {body}
        </span>
        <span className="text-sm text-ink-2 tabular-nums">
          {updates > 1 && (
            <span className="font-semibold">{plural(updates, { one: '# update', other: '# updates' })} · </span>
          )}
          <time dateTime={time}>
            <bdi dir="ltr">
              {formatDay(time)} {formatTime(time)}
            </bdi>{' '}
            · {formatAgo(time)}
          </time>
        </span>
      </span>
    </Link>
  );
}
