import { useNotifications } from '@baraza/app/api/notifications';
import { Bell } from '@baraza/app/notification/bell';
import { notificationLink } from '@baraza/contract';
import type { ReactNode } from 'react';
import { refreshPause } from '../features/complaint/refresh-desk.ts';

/** The bell of the desk's bar; the line of the desk says when to read it anew. */
export function NotificationBell(): ReactNode {
  const query = useNotifications(refreshPause);
  return (
    <Bell
      onDark
      query={query}
      linkOf={({ complaintId, step }) => notificationLink(complaintId ?? '', Number(step) || null)}
    />
  );
}
