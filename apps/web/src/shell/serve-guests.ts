import { afterTouch, getToken } from '@baraza/app';
import { getOutbox, guestOwner, readOutbox } from '../lib/outbox/outbox.ts';

/** Sends the guests' outbox, and fetches the choices of their form. */
export async function serveGuests(): Promise<void> {
  await readOutbox();
  if (getOutbox().items.some(({ account }) => account === guestOwner)) {
    const { startGuestOutbox } = await import('../lib/outbox/send.ts');
    startGuestOutbox();
  }
  if (getToken() !== null) return;
  const read = async () => (await import('./read-ahead.ts')).readAhead();
  afterTouch(() => void read().catch(() => undefined));
}
