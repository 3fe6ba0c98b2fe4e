import type { Services } from '../../services.ts';
import { type Numbered, newestSeq, notificationsAfter, notificationsUpTo } from './notification.store.ts';

const batch = 100;
const retryAfter = 2_000;

/** Sends an account's notifications as they come, from now on or after number `seen`. Returns what ends it. */
export async function followNotifications(
  services: Pick<Services, 'db' | 'live' | 'log'>,
  accountId: string,
  seen: number | undefined,
  send: (event: Numbered) => void,
): Promise<() => void> {
  const { db, live, log } = services;
  let [start, position] = [0, 0];
  let [begun, ended, busy, woken] = [false, false, false, false];
  let retry: NodeJS.Timeout | undefined;
  // An event may arrive after its number was read as the newest: such a notification lies below the start, and is new all the
  // same. After an event above the start there are no more of those, since events come in the order of numbers.
  let listening = seen === undefined;
  let heard: string[] = [];

  async function sendNew(): Promise<void> {
    for (let full = true; full && !ended;) {
      const announced = heard;
      const late = announced.length > 0 ? await notificationsUpTo(db, accountId, start, announced) : [];
      const events = await notificationsAfter(db, accountId, position, batch);
      if (events.some(({ notification }) => announced.includes(notification.id))) listening = false;
      heard = listening ? heard.slice(announced.length) : [];
      for (const event of [...late, ...events]) {
        if (ended) return;
        send(event);
        position = Math.max(position, event.seq);
      }
      full = events.length === batch;
    }
  }

  async function wake(): Promise<void> {
    woken = true;
    if (busy || !begun) return;
    busy = true;
    try {
      while (woken && !ended) {
        woken = false;
        await sendNew();
      }
    } catch (error) {
      log.warn({ err: error }, 'Notifications could not be read for a live connection; trying again.');
      if (!ended) retry = setTimeout(() => void wake(), retryAfter);
    } finally {
      busy = false;
    }
  }

  const unsubscribe = live.subscribe(accountId, (id) => {
    if (listening && id !== undefined) heard = [...heard, id];
    void wake();
  });
  try {
    position = start = seen ?? (await newestSeq(db, accountId));
  } catch (error) {
    unsubscribe();
    throw error;
  }
  begun = true;
  // Sends what was missed, and what came since the position was read.
  void wake();
  return () => {
    ended = true;
    clearTimeout(retry);
    unsubscribe();
  };
}
