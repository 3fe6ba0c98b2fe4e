import type { Services } from '../../services.ts';
import { type Numbered, newestSeq, notificationsAfter, notificationsUpTo } from './notification.store.ts';

const batch = 100;
const retryAfter = 2_000;

/**
 * Sends the account's notifications as they come: from now on or, where a number is named, all that came after it. Answers
 * what ends it. The news from the database only wake it: what to send it reads itself, behind the last number it sent, so
 * that none is missed and none comes twice. It hears them from the moment it is called.
 */
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
  // The news of a notification may come later than the number of the newest is read here: then it lies behind that number, and
  // is news all the same. Once one beyond it was heard of no such one comes any more, since news come in the order of numbers.
  let listening = seen === undefined;
  let heard: string[] = [];

  async function sendNew(): Promise<void> {
    for (let full = true; full && !ended;) {
      const named = heard;
      const late = named.length > 0 ? await notificationsUpTo(db, accountId, start, named) : [];
      const events = await notificationsAfter(db, accountId, position, batch);
      if (events.some(({ notification }) => named.includes(notification.id))) listening = false;
      heard = listening ? heard.slice(named.length) : [];
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
      log.warn({ err: error }, 'Notifications could not be read for a live line; trying again.');
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
  // What was missed, and what came since the position was read.
  void wake();
  return () => {
    ended = true;
    clearTimeout(retry);
    unsubscribe();
  };
}
