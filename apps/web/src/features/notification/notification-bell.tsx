import { afterStart, Bell, getToken, refreshNotifications, useLiveConnection, useNotifications } from '@baraza/app';
import { streamNotifications } from '@baraza/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../lib/router/paths.ts';
import { refreshComplaints } from '../complaint/complaint.api.ts';

const pollEveryMs = 30_000;

/** The bell of the top bar: how many notifications are unread, live, and the list of them. */
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
    // At the start the screen comes first.
    onMissed: () => afterStart(refresh),
  });
}
