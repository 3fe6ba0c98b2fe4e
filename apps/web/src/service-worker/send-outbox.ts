import { ApiError, createClient } from '@baraza/contract';
import { acknowledge } from '../lib/outbox/acknowledge.ts';
import { readSession, type BackgroundSession } from '../lib/outbox/background-session.ts';
import { deliver } from '../lib/outbox/deliver.ts';
import {
  getOutbox,
  guestOwner,
  presentItem,
  readOutbox,
  sendAlone,
  type OutboxItem,
  weightOf,
} from '../lib/outbox/outbox.ts';

/** Sends the outbox while no page is open. Refused items wait for a page. @throws if a later try may succeed */
export async function sendOutbox(): Promise<void> {
  await readOutbox();
  const session = await readSession();
  let isMoreDue = false;
  for (const { key } of getOutbox().items.toSorted((a, b) => weightOf(a) - weightOf(b))) {
    // Only this item is locked: an open page sends others meanwhile.
    const hasRest = await sendAlone(
      key,
      () => sendItem(key, session),
      () => false,
    );
    isMoreDue = hasRest || isMoreDue;
  }
  if (isMoreDue) await sendOutbox();
}

/** Sends an item unless a page has. Returns whether its files follow. */
async function sendItem(key: string, session: BackgroundSession | undefined): Promise<boolean> {
  const item = await presentItem(key);
  if (item?.state !== 'waiting' || ![guestOwner, session?.account].includes(item.account)) return false;
  const call = createClient({ token: () => session?.token ?? null });
  let latest = item;
  const onNoted = (noted: OutboxItem) => void (latest = noted);
  try {
    const reply = await deliver(item, { call, controller: new AbortController(), onNoted });
    return Boolean((await acknowledge(latest, reply)).hasRest);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return false;
    throw error;
  }
}
