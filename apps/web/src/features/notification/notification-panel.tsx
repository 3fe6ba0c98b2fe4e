import type { Notification } from '@baraza/contract/notification/notification';
import { IconButton } from '@baraza/ui/icon-button';
import { SkeletonList, Skeleton } from '@baraza/ui/skeleton';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '@baraza/app/router/router';
import { formatAgo, formatDay, formatTime } from '@baraza/app/format';
import { LoadError } from '@baraza/app/page/load-error';
import { paths } from '../../lib/router/paths.ts';
import { useMarkNotification, type useNotifications } from './notification.api.ts';

interface NotificationPanelProps {
  query: ReturnType<typeof useNotifications>;
  onClose: () => void;
}

/** What is inside the dropdown of the bell. */
export default function NotificationPanel({ query, onClose }: NotificationPanelProps): ReactNode {
  const mark = useMarkNotification();
  const { data } = query;
  const unread = data?.unread ?? 0;
  const count = data?.items.length ?? 0;
  return (
    <div role="dialog" aria-labelledby="notifications">
      <div className="flex items-center justify-between gap-2 border-b border-line ps-3">
        <div className="grid py-1.5">
          <h2 id="notifications" className="text-lead">
            <Trans>Notifications ({count})</Trans>
          </h2>
          {count > 0 && (
            <p className="text-sm text-ink-2">{unread === 0 ? <Trans>none new</Trans> : <Trans>{unread} new</Trans>}</p>
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
      {data?.items.length === 0 && (
        <p className="px-3 py-8 text-center text-ink-2">
          <Trans>No notifications available</Trans>
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className="grid divide-y divide-line">
          {data.items.map((it) => (
            <li key={it.id}>
              <Item
                notification={it}
                onOpen={() => {
                  // Opening does not wait for this, nor does a failure of it stand in the way.
                  if (!it.read) mark.mutate(it.id);
                  onClose();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {data?.nextCursor && (
        <p className="px-3 py-2 text-sm text-ink-2">
          <Trans>These are the newest {data.items.length}.</Trans>
        </p>
      )}
    </div>
  );
}

function Item({ notification, onOpen }: { notification: Notification; onOpen: () => void }): ReactNode {
  const { read, title, body, time, complaintId } = notification;
  return (
    <Link
      to={paths.complaint(complaintId)}
      state={{ notification: notification.id }}
      onClick={onOpen}
      className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2.5 px-3 py-3 text-ink no-underline hover:bg-sunken hover:no-underline"
    >
      <span className="pt-1.5">
        {!read && <span aria-hidden="true" className="block size-2.5 rounded-full bg-brand" />}
      </span>
      <span className="grid gap-0.5">
        <span dir="auto" className={read ? 'font-medium' : 'font-bold'}>
          {!read && (
            <span className="sr-only">
              <Trans>new</Trans>:{' '}
            </span>
          )}
          {title}
        </span>
        <span dir="auto" className="line-clamp-3 text-md text-ink-2">
          {body}
        </span>
        <time dateTime={time} className="text-sm text-ink-2 tabular-nums">
          <bdi dir="ltr">
            {formatDay(time)} {formatTime(time)}
          </bdi>{' '}
          · {formatAgo(time)}
        </time>
      </span>
    </Link>
  );
}
