import type { DeskComplaint } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { channelContact } from '../db/schema/tables.ts';
import type { Services } from '../services.ts';
import { isErasedAddress, isGuestAddress } from './erased.ts';
import { senderFor } from './send-sms.ts';

/** Finds the way by which a citizen gets news. */
export async function findReach(
  { scoped, settings }: Pick<Services, 'scoped' | 'settings'>,
  accountId: string,
  email: string,
): Promise<DeskComplaint['citizen']['reach']> {
  if (!isGuestAddress(email)) return isErasedAddress(email) ? 'portal' : 'mail';
  if (settings.channels.length === 0) return 'portal';
  const { channel, stopped } = channelContact;
  // Numbers are out of reach of staff: this reads none.
  const [contact] = await scoped('system')
    .select({ channel, stopped })
    .from(channelContact)
    .where(eq(channelContact.accountId, accountId));
  if (!contact || !senderFor(settings, contact.channel)) return 'portal';
  return contact.stopped ? 'stopped' : 'phone';
}
