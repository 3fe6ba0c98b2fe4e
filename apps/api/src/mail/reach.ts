import type { DeskComplaint } from '@baraza/contract';
import { toSms } from '@baraza/contract/core/segments';
import { and, eq, gt } from 'drizzle-orm';
import type { ChannelSettings } from '../config/channels.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { account, channelContact, inboundMessage } from '../db/schema/tables.ts';
import type { Services } from '../services.ts';
import { phrase, speakerOf, type Words } from '../texts/words.ts';
import { hasNoEmail, isErasedAddress, isPhoneAddress } from './erased.ts';
import { isNumberUnused } from './channel-contact.store.ts';
import { senderFor } from './send-sms.ts';

/** WhatsApp takes free words for 24 hours after the last message of a person. A message needs some minutes of them. */
const window = (24 * 60 - 10) * 60_000;

interface Thread {
  readonly channel: string;
  readonly numberHash: Buffer;
}

/** Whether somebody wrote by a channel in the last 24 hours. */
export async function isWindowOpen(db: Database, { channel, numberHash }: Thread, now: Date): Promise<boolean> {
  const isFrom = and(eq(inboundMessage.channel, channel), eq(inboundMessage.numberHash, numberHash));
  const isNew = gt(inboundMessage.at, new Date(now.getTime() - window));
  return (await db.$count(inboundMessage, and(isFrom, isNew))) > 0;
}

interface Route {
  readonly channel: ChannelSettings;
  /** Free words, or the approved template of WhatsApp. */
  readonly form: 'free' | 'template';
}

/** Finds how news reach a number now: by the channel that it wrote by, else by SMS. */
export async function findRoute(
  db: Database,
  settings: Pick<Settings, 'channels'>,
  thread: Thread,
  now: Date,
): Promise<Route | undefined> {
  const own = settings.channels.find(({ name, whatsapp }) => whatsapp && name === thread.channel);
  if (own && (await isWindowOpen(db, thread, now))) return { channel: own, form: 'free' };
  if (own?.whatsapp?.template) return { channel: own, form: 'template' };
  const channel = senderFor(settings, thread.channel);
  return channel && { channel, form: 'free' };
}

type Reach = Pick<DeskComplaint['citizen'], 'reach' | 'sms'>;

/** Finds how a citizen gets news, and the SMS that an answer sends. */
export async function findReach(
  { scoped, settings, clock }: Pick<Services, 'scoped' | 'settings' | 'clock'>,
  accountId: string,
  { email, trackingId }: { readonly email: string; readonly trackingId: string },
): Promise<Reach> {
  const by = (reach: Reach['reach'], sms: string | null = null): Reach => ({ reach, sms });
  if (!hasNoEmail(email)) return by(isErasedAddress(email) ? 'portal' : 'mail');
  if (settings.channels.length === 0) return by('portal');
  const { channel, stopped, numberHash } = channelContact;
  // Numbers are out of reach of staff: this reads none.
  const db = scoped('system');
  const [contact] = await db
    .select({ channel, stopped, numberHash, language: account.language, phoneUsedAt: account.phoneUsedAt })
    .from(channelContact)
    .innerJoin(account, eq(account.id, channelContact.accountId))
    .where(eq(channelContact.accountId, accountId));
  if (!contact || isNumberUnused(contact, clock.now())) return by('portal');
  const route = await findRoute(db, settings, contact, clock.now());
  const isByWhatsApp = settings.channels.some(({ name, whatsapp }) => whatsapp && name === contact.channel);
  if (!route && !isByWhatsApp) return by('portal');
  if (contact.stopped) return by('stopped');
  if (!route) return by('whatsappOver');
  if (route.channel.whatsapp) return by(route.form === 'template' ? 'whatsappTemplate' : 'whatsapp');
  const say = await speakerOf(contact.language, undefined, { isShort: true });
  const sms = toSms(say(smsOfNews(subjectOfNews(phrase(newReply), trackingId), isPhoneAddress(email))));
  return by(isByWhatsApp ? 'whatsappSms' : 'phone', sms);
}

/** Title of the news of an answer. */
export const newReply = /*i18n*/ 'New reply';

/** Composes the subject of news about a complaint. */
export const subjectOfNews = (news: Words, trackingId: string): Words =>
  phrase(/*i18n*/ '{news} ({trackingId})', { news, trackingId });

/** Composes the SMS of news, which holds no office, title or words. */
export const smsOfNews = (subject: Words, hasAccount: boolean): Words => [
  subject,
  hasAccount ? phrase(/*i18n*/ 'Log in to read it.') : phrase(/*i18n*/ 'For more send STATUS.'),
];
