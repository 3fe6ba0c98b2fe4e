import type { DeskComplaint } from '@baraza/contract';
import { toSms } from '@baraza/contract/core/segments';
import { eq } from 'drizzle-orm';
import { account, channelContact } from '../db/schema/tables.ts';
import type { Services } from '../services.ts';
import { phrase, speakerOf, type Words } from '../texts/words.ts';
import { isErasedAddress, isGuestAddress } from './erased.ts';
import { senderFor } from './send-sms.ts';

type Reach = Pick<DeskComplaint['citizen'], 'reach' | 'sms'>;

/** Finds the way by which a citizen gets news, and the SMS that an answer sends. */
export async function findReach(
  { scoped, settings }: Pick<Services, 'scoped' | 'settings'>,
  accountId: string,
  { email, trackingId }: { readonly email: string; readonly trackingId: string },
): Promise<Reach> {
  const by = (reach: Reach['reach'], sms: string | null = null): Reach => ({ reach, sms });
  if (!isGuestAddress(email)) return by(isErasedAddress(email) ? 'portal' : 'mail');
  if (settings.channels.length === 0) return by('portal');
  const { channel, stopped } = channelContact;
  // Numbers are out of reach of staff: this reads none.
  const [contact] = await scoped('system')
    .select({ channel, stopped, language: account.language })
    .from(channelContact)
    .innerJoin(account, eq(account.id, channelContact.accountId))
    .where(eq(channelContact.accountId, accountId));
  if (!contact || !senderFor(settings, contact.channel)) return by('portal');
  if (contact.stopped) return by('stopped');
  const say = await speakerOf(contact.language, undefined, { isShort: true });
  return by('phone', toSms(say(smsOfNews(subjectOfNews(phrase(newReply), trackingId)))));
}

/** Title of the news of an answer. */
export const newReply = /*i18n*/ 'New reply';

/** Composes the subject of news about a complaint. */
export const subjectOfNews = (news: Words, trackingId: string): Words =>
  phrase(/*i18n*/ '{news} ({trackingId})', { news, trackingId });

/** Composes the SMS of news, which holds no office, title or words. */
export const smsOfNews = (subject: Words): Words => [subject, phrase(/*i18n*/ 'For more send STATUS.')];
