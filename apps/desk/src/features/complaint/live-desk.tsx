import { getToken, refreshNotifications, useLiveConnection } from '@baraza/app';
import { streamDesk, type DeskUpdates } from '@baraza/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { attendanceHeader } from '@baraza/app/api/attendance';
import { notePresence } from './presence/presence.ts';
import { refreshDesk, setLive } from './refresh-desk.ts';

/** Follows the MDA's event stream and refreshes what it names. While the stream is down, queries poll twice a minute. */
export function LiveDesk(): null {
  const client = useQueryClient();
  const open = useLiveConnection({
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
    if (!open) return;
    setLive(true);
    return () => {
      setLive(false);
      refreshDesk(client, []);
    };
  }, [open, client]);
  return null;
}
