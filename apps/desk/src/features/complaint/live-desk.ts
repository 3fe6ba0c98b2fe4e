import { endpointQuery, getToken, refreshNotifications, useLiveConnection } from '@baraza/app';
import { attendanceHeader } from '@baraza/app/api/attendance';
import {
  countDeskComplaints,
  getDeskComplaint,
  listDeskComplaints,
  streamDesk,
  totalDeskComplaints,
  type DeskUpdates,
} from '@baraza/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notePresence } from './presence/presence.ts';

/** Refetches lists, counts and the named complaints; all complaints if none is named. */
export function refreshDesk(client: QueryClient, complaints: readonly string[]): void {
  void client.invalidateQueries({ queryKey: [listDeskComplaints.path] });
  void client.invalidateQueries({ queryKey: [countDeskComplaints.path] });
  void client.invalidateQueries({ queryKey: [totalDeskComplaints.path] });
  if (complaints.length === 0) void client.invalidateQueries({ queryKey: [getDeskComplaint.path] });
  for (const id of complaints) void client.invalidateQueries(endpointQuery(getDeskComplaint, { params: { id } }));
}

/** Refetch interval (ms): due dates pass without an event, and the stream may be down. */
export const refreshPause = 60_000;

/** Follows the MDA's event stream and refetches the complaints it names. */
export function LiveDesk(): null {
  const client = useQueryClient();
  const isOpen = useLiveConnection({
    url: `/api${streamDesk.path}`,
    headers: () => ({ authorization: `Bearer ${getToken() ?? ''}`, ...attendanceHeader() }),
    onEvent: (data) => {
      const { complaints, notifications, presence } = JSON.parse(data) as DeskUpdates;
      if (presence) notePresence(presence);
      if (complaints) refreshDesk(client, complaints);
      if (notifications) void refreshNotifications(client);
    },
    onMissed: () => {
      refreshDesk(client, []);
      void refreshNotifications(client);
    },
  });
  useEffect(() => {
    // The stream may have ended with the session, which the next response shows.
    return isOpen ? () => refreshDesk(client, []) : undefined;
  }, [isOpen, client]);
  return null;
}
