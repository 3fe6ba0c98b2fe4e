import type { DeskComplaint } from '@baraza/contract';
import type { NewsWay } from '@baraza/contract/account/account-fields';
import { toSms } from '@baraza/contract/core/segments';
import { and, eq, gt } from 'drizzle-orm';
import type { ChannelSettings } from '../config/channels.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { inboundMessage } from '../db/schema/tables.ts';
import type { Services } from '../services.ts';
import { phrase, speakerOf, type Words } from '../texts/words.ts';
import { hasNoEmail, isErasedAddress } from './erased.ts';
import { findContact, isNumberUnused } from './channel-contact.store.ts';
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

export interface Route {
  readonly channel: ChannelSettings;
  /** Free words, or the approved template of WhatsApp. */
  readonly form: 'free' | 'template';
}

/** Finds how news reach a number now: by the channel that it wrote by, else by SMS. */
async function findRoute(
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

type PhoneServices = Pick<Services, 'keys' | 'settings' | 'clock'>;

/** Finds number and route of news to a phone; undefined without a number that is still theirs. */
export async function findPhone({ keys, settings, clock }: PhoneServices, db: Database, accountId: string) {
  const contact = settings.channels.length > 0 ? await findContact(db, keys, accountId) : undefined;
  if (!contact || isNumberUnused(contact, clock.now())) return undefined;
  const route = await findRoute(db, settings, contact, clock.now());
  // Who hides their number from WhatsApp gets no SMS.
  const isAble = route?.channel.whatsapp !== undefined || contact.number.startsWith('+');
  return { contact, route: isAble ? route : undefined };
}

/** Lists the ways of news in the order of their citizen; unchosen, e-mail is the only one of whoever has one. */
export const waysOf = (chosen: readonly NewsWay[] | null, hasEmail: boolean): readonly NewsWay[] =>
  chosen ?? [hasEmail ? 'mail' : 'phone'];

type Reach = Pick<DeskComplaint['citizen'], 'reach' | 'sms'>;

interface About {
  readonly email: string;
  readonly trackingId: string;
  readonly newsWays: readonly NewsWay[] | null;
  readonly mailRefused: boolean;
}

const by = (reach: Reach['reach'], sms: string | null = null): Reach => ({ reach, sms });

/** Finds how a citizen gets news, and the SMS that an answer sends. */
export async function findReach(
  services: Pick<Services, 'scoped'> & PhoneServices,
  accountId: string,
  { email, trackingId, newsWays, mailRefused }: About,
): Promise<Reach> {
  if (isErasedAddress(email)) return by('portal');
  const all: Reach[] = [];
  for (const way of waysOf(newsWays, !hasNoEmail(email)))
    all.push(way === 'mail' ? by('mail') : await reachByPhone(services, accountId, trackingId));
  const isReached = ({ reach }: Reach) =>
    reach === 'mail' ? !mailRefused : !['portal', 'stopped', 'whatsappOver'].includes(reach);
  return all.find(isReached) ?? all[0] ?? by('portal');
}

async function reachByPhone(
  { scoped, ...services }: Parameters<typeof findReach>[0],
  accountId: string,
  trackingId: string,
): Promise<Reach> {
  // Numbers are out of reach of staff: none is told.
  const { contact, route } = (await findPhone(services, scoped('system'), accountId)) ?? {};
  if (!contact) return by('portal');
  const isByWhatsApp = services.settings.channels.some(({ name, whatsapp }) => whatsapp && name === contact.channel);
  if (!route && !isByWhatsApp) return by('portal');
  if (contact.stopped) return by('stopped');
  if (!route) return by('whatsappOver');
  if (route.channel.whatsapp) return by(route.form === 'template' ? 'whatsappTemplate' : 'whatsapp');
  const say = await speakerOf(contact.language, undefined, { isShort: true });
  const sms = toSms(say(smsOfNews(subjectOfNews(phrase(newReply), trackingId), contact.key === '')));
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
