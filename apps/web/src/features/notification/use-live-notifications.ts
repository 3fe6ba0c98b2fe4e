import { useLiveConnection } from '@baraza/app/api/live-connection';
import { streamNotifications } from '@baraza/contract/notification/notification';
import { useQueryClient } from '@tanstack/react-query';
import { getToken } from '@baraza/app/api/token';
import { refreshComplaints } from '../complaint/complaint.api.ts';
import { refreshNotifications } from './notification.api.ts';

/** Asks everything about complaints again when a notification comes in. Answers whether the line for them is open. */
export function useLiveNotifications(): boolean {
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
