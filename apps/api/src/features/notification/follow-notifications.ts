import type { Services } from '../../platform/services.ts';
import { type Numbered, newestSeq, notificationsAfter } from './notification.store.ts';

const batch = 100;
const retryAfter = 2_000;

/**
 * Sends the account's notifications as they come: from now on or, where a number is named, all that came after it. Answers
 * what ends it. The news from the database only wake it: what to send it reads itself, behind the last number it sent, so
 * that none is missed and none comes twice.
 */
export async function followNotifications(
  services: Pick<Services, 'db' | 'live' | 'log'>,
  accountId: string,
  seen: number | undefined,
  send: (event: Numbered) => void,
): Promise<() => void> {
  const { db, live, log } = services;
  let position = seen ?? (await newestSeq(db, accountId));
  let [ended, busy, woken] = [false, false, false];
  let retry: NodeJS.Timeout | undefined;

  async function sendNew(): Promise<void> {
    for (let full = true; full && !ended;) {
      const events = await notificationsAfter(db, accountId, position, batch);
      for (const event of events) {
        if (ended) return;
        send(event);
        position = event.seq;
      }
      full = events.length === batch;
    }
  }

  async function wake(): Promise<void> {
    woken = true;
    if (busy) return;
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

  const unsubscribe = live.subscribe(accountId, () => void wake());
  // What was missed, and what came since the position was read.
  void wake();
  return () => {
    ended = true;
    clearTimeout(retry);
    unsubscribe();
  };
}
