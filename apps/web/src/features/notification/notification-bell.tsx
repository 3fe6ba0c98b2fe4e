import { afterStart, Bell, getToken, refreshNotifications, useLiveConnection, useNotifications } from '@baraza/app';
import { streamNotifications } from '@baraza/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../lib/router/paths.ts';
import { refreshComplaints } from '../complaint/complaint.api.ts';

const pollEveryMs = 30_000;

/** Shows the bell of the top bar: the live number of unread notifications, and their list. */
export function NotificationBell(): ReactNode {
  const live = useLiveNotifications();
  const query = useNotifications(live ? false : pollEveryMs);
  return (
    <Bell
      query={query}
      linkOf={({ complaintId, knownIssueId = '' }) =>
        complaintId ? paths.complaint(complaintId) : paths.knownIssue(knownIssueId)
      }
    />
  );
}

/** Refetches complaints when a notification arrives. Returns whether the live connection is open. */
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
    // At the start the data of the screen load first.
    onMissed: () => afterStart(refresh),
  });
}
