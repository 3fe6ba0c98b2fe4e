import { toSms } from '@baraza/contract/core/segments';
import type { Transporter } from 'nodemailer';
import { causeText } from '../config/root-cause.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { Services } from '../services.ts';
import type { ChannelSettings } from '../config/channels.ts';
import { type Mail, nobody, type SealedMail } from './enqueue-mail.ts';
import { type Contact, hashNumber } from './channel-contact.store.ts';
import { sendSms } from './send-sms.ts';
import { sendWhatsApp } from './whatsapp/send-whatsapp.ts';
import { deleteDeliveries, hashGatewayId, recordDelivery } from './delivery.store.ts';
import { writeToMailFolder } from './mail-folder.ts';
import { namesIn } from '../texts/local-names.store.ts';
import { phrase, speakerOf, type Words } from '../texts/words.ts';
import * as outbox from './outbox.store.ts';
import { bouncesMail, forgetRefusal, rememberRefusal } from './refused-address.ts';
import { recordWithNextWay } from './next-way.ts';
import { findPhone, isWindowOpen, type Route, smsOfNews, waysOf } from './reach.ts';
import { replyAddressOf } from './reply-address.ts';

/** Milliseconds between records of sent mails: a killed server sends the unrecorded ones again. */
const noteEvery = 1_000;

type Transport = Transporter | undefined;

/** Sends a lane's due mails over one connection. Returns false when the mail server is away. */
export async function sendMails(services: Services, lane: outbox.Lane, signal?: AbortSignal): Promise<boolean> {
  let mails = await outbox.claimMails(services.db, lane);
  if (mails.length === 0) return true;
  const transport = await openTransport(services.settings);
  try {
    while (mails.length > 0) {
      const isServerThere = await sendBatch(services, transport, lane, mails, signal);
      if (!isServerThere) return false;
      mails = signal?.aborted ? [] : await outbox.claimMails(services.db, lane);
    }
  } finally {
    transport?.close();
  }
  return true;
}

/** Sends claimed mails until the sent ones have to be recorded. Returns false when the mail server is away. */
async function sendBatch(
  services: Services,
  transport: Transport,
  lane: outbox.Lane,
  mails: readonly outbox.ClaimedMail[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const end = performance.now() + noteEvery;
  const sent: number[] = [];
  const untried = mails.map(({ id }) => id);
  try {
    for (const mail of mails) {
      untried.shift();
      const outcome = await sendMail(services, transport, lane, mail);
      if (outcome === 'sent') sent.push(mail.id);
      if (outcome === 'server away') return false;
      if (signal?.aborted || performance.now() > end) break;
    }
  } finally {
    await outbox.settleMails(services.db, sent, untried);
  }
  return true;
}

/** Joins a mail with later news of its complaint: under the last subject, with all that was said. */
async function joinLaterNews(
  { db, keys }: Services,
  claimed: outbox.ClaimedMail,
  first: SealedMail,
): Promise<SealedMail> {
  return db.transaction(async (tx) => {
    const later = await outbox.takeLaterNews(tx, claimed);
    if (later.length === 0) return first;
    const mails = [first, ...later.map((sealed) => JSON.parse(unseal(keys.mail, sealed)) as SealedMail)];
    // What all of them say, such as the tracking ID, stands once, where the last says it.
    const said = new Map<string, Words>();
    for (const words of mails.flatMap(({ text }) => text)) {
      const key = JSON.stringify(words);
      said.delete(key);
      said.set(key, words);
    }
    // The delivery of the first stands for all.
    await deleteDeliveries(tx, mails.slice(1).map(deliveryOf));
    const steps = mails.flatMap((mail) => mail.steps ?? []);
    const joined = { ...mails.at(-1)!, messageId: first.messageId, text: [...said.values()], steps };
    await outbox.rewriteMail(tx, claimed.id, seal(keys.mail, JSON.stringify(joined)));
    return joined;
  });
}

async function sendMail(services: Services, transport: Transport, lane: outbox.Lane, claimed: outbox.ClaimedMail) {
  const { db, clock, keys, log, metrics, settings } = services;
  const { id, sealed, attempts, notificationIds } = claimed;
  let mail: SealedMail | undefined;
  try {
    const isTrue = notificationIds === null || (await outbox.releaseUnlessShown(db, notificationIds));
    mail = JSON.parse(unseal(keys.mail, sealed)) as SealedMail;
    if (lane === outbox.lanes.news && settings.newsWait > 0) mail = await joinLaterNews(services, claimed, mail);
    const outcome = isTrue ? await deliver(services, transport, mail, claimed) : 'dropped';
    if (outcome === 'early') {
      await outbox.postponeMail(db, id, null, outbox.receiptPause);
      return 'put off';
    }
    // That of a message to a phone is noted already.
    if (mail.steps && !outcome.endsWith('phone')) await recordOutcome(services, claimed, mail, outcome);
    if (outcome !== 'none') metrics.mails.inc({ outcome: outcome.startsWith('sent') ? 'sent' : 'dropped' });
  } catch (error) {
    const isRefused = isFinalRefusal(error as MailError);
    metrics.mails.inc({ outcome: isRefused ? 'refused' : 'failed' });
    const code = errorCodeOf(error);
    const isServerAway = serverCodes.has((error as MailError).code ?? '');
    const isLast = isRefused || attempts + 1 >= outbox.maxAttempts;
    const isToPhone = /^E(?:SMS|WHATSAPP)\b/u.test(code);
    if (isLast && !isServerAway && mail && !isToPhone) await rememberRefusal(db, mail.to, clock.now());
    const { responseCode } = error as MailError;
    // What a mail server says repeats the address; without its answer the cause is the connection.
    const cause = responseCode === undefined ? causeText(error) : undefined;
    if (isServerAway) log.warn({ code, cause }, 'The mail server is away: mails wait until it is back.');
    else log.warn({ code }, isLast ? 'A mail failed and was given up.' : 'A mail failed and is tried again later.');
    // That of a message to a phone is noted already.
    if (mail?.steps && !isToPhone) {
      const about = aboutDelivery(services, claimed, mail);
      const state = isLast && !isServerAway ? 'failed' : 'queued';
      await recordWithNextWay(services, (tx) => recordDelivery(tx, { ...about, channel: 'mail', state, why: code }));
    }
    if (isRefused) await outbox.giveUpMail(db, id, code);
    else await outbox.postponeMail(db, id, code, isServerAway ? outbox.awayPause : undefined);
    return isServerAway ? 'server away' : 'put off';
  }
  return 'sent';
}

async function deliver(services: Services, transport: Transport, mail: SealedMail, claimed: outbox.ClaimedMail) {
  const { settings, clock, log, keys } = services;
  const { language, citizenId, complaintId, mayWait, openAs } = claimed;
  const { messageId, inReplyTo, to, subject, text, expiresAt, leaveNoCopy, receipt: receiptWords } = mail;
  if (expiresAt !== undefined && new Date(expiresAt) <= clock.now()) {
    log.info('A mail was dropped: what it says is no longer true.');
    return 'dropped';
  }
  const target = await targetOf(services, mail, claimed);
  if (typeof target === 'object') {
    const isSent = await deliverToPhone(services, claimed, target, mail);
    return isSent ? 'sent to phone' : 'not to phone';
  }
  if (target === 'none' || to === nobody || (leaveNoCopy === true && !transport)) return 'none';
  const replyTo =
    settings.replyDomain && citizenId && complaintId && replyAddressOf(keys, settings.replyDomain, complaintId);
  if (replyTo && (await bouncesMail(services.db, to, clock.now()))) return 'dropped';
  const receipt = receiptWords && (await receiptOf(services, claimed));
  if (receiptWords && !receipt && mayWait) return 'early';
  const say = await speakerOf(language, await namesIn(services.db, language));
  const words = [
    ...(typeof text === 'string' ? [text] : text),
    ...(receipt && receiptWords ? [receiptWords] : []),
    ...(replyTo && openAs ? [openAs === 'named' ? canAnswer : [canAnswer, leaveNameOut]] : []),
  ];
  const message = {
    messageId,
    ...(inReplyTo !== undefined && { inReplyTo, references: inReplyTo }),
    from: settings.mailFrom,
    to,
    // What comes back names the complaint.
    ...(replyTo && { replyTo, envelope: { from: replyTo, to } }),
    subject: say(subject).replaceAll('\n', ' '),
    text: words.map(say).join('\n\n'),
    ...(receipt && {
      attachments: [{ filename: receipt.fileName, content: receipt.proof, contentType: 'text/plain' }],
    }),
    // RFC 3834: no absence note answers.
    headers: { 'Content-Language': language ?? 'en', 'Auto-Submitted': 'auto-generated' },
    date: clock.now(),
    textEncoding: 'quoted-printable' as const,
  };
  if (transport) {
    await transport.sendMail(message);
    await forgetRefusal(services.db, to);
  } else await writeToMailFolder(settings.dataDir, message, clock.now(), [citizenId, complaintId]);
  return 'sent';
}

const canAnswer = phrase(/*i18n*/ 'You can answer this email: the office reads what you write.');
const leaveNameOut = phrase(
  /*i18n*/ 'The office does not see your name and address. Leave out your signature, unless it may see them.',
);

interface PhoneMessage extends Pick<Mail, 'choices'> {
  readonly channel: ChannelSettings | undefined;
  readonly to: string;
  readonly words: Words;
  readonly isTemplate: boolean;
}

/** Sends an SMS or WhatsApp message and notes what becomes of it; false if nothing may be sent. */
async function deliverToPhone(
  services: Services,
  claimed: outbox.ClaimedMail,
  { channel, to, words, choices, isTemplate }: PhoneMessage,
  mail: SealedMail,
): Promise<boolean> {
  const { db, keys, settings, clock } = services;
  const { language, attempts } = claimed;
  const name = channel?.name ?? mail.channel ?? '';
  const about = { ...aboutDelivery(services, claimed, mail), channel: name };
  const thread = { channel: name, numberHash: hashNumber(keys, to) };
  if (channel?.whatsapp && !isTemplate && !(await isWindowOpen(db, thread, clock.now()))) {
    await recordWithNextWay(services, (tx) => recordDelivery(tx, { ...about, state: 'failed', why: '24 hours' }));
    return false;
  }
  try {
    const say = await speakerOf(language, await namesIn(db, language), { isShort: true });
    const [text, choose] = [say(words), say(phrase(/*i18n*/ 'Choose'))];
    const given = channel?.whatsapp
      ? await sendWhatsApp(channel.whatsapp, { to, text, choices, choose, isTemplate })
      : await sendSms(settings, { channel: name, to, text: toSms(text), id: about.id });
    const externalId = given === undefined ? null : hashGatewayId(keys, name, given);
    await recordWithNextWay(services, (tx) => recordDelivery(tx, { ...about, state: 'sent', externalId }));
    return true;
  } catch (error) {
    const isLast = isFinalRefusal(error as MailError) || attempts + 1 >= outbox.maxAttempts;
    const state = isLast ? 'failed' : 'queued';
    await recordWithNextWay(services, (tx) => recordDelivery(tx, { ...about, state, why: errorCodeOf(error) }));
    throw error;
  }
}

const deliveryOf = ({ messageId }: SealedMail) => messageId.replaceAll(/^<|@.*$/gu, '');

const aboutDelivery = ({ clock }: Services, { citizenId, complaintId }: outbox.ClaimedMail, mail: SealedMail) => ({
  id: deliveryOf(mail),
  citizenId,
  complaintId,
  steps: [...(mail.steps ?? [])],
  at: clock.now(),
});

/** Records whether a mail to a citizen was sent. Nothing where nobody gets one. */
async function recordOutcome(services: Services, claimed: outbox.ClaimedMail, mail: SealedMail, outcome: string) {
  if (outcome === 'none') return deleteDeliveries(services.db, [deliveryOf(mail)]);
  const about = { ...aboutDelivery(services, claimed, mail), channel: 'mail' };
  if (outcome === 'sent') return void (await recordDelivery(services.db, { ...about, state: 'sent' }));
  return recordWithNextWay(services, (tx) => recordDelivery(tx, { ...about, state: 'failed', why: 'bounced' }));
}

/** Decides where a mail goes: a message to a number there, news by the ways of their citizen, all else by mail. */
async function targetOf(
  services: Services,
  mail: SealedMail,
  { citizenId, lane, newsWays }: outbox.ClaimedMail,
): Promise<PhoneMessage | 'mail' | 'none'> {
  const { to, text, way } = mail;
  if (mail.channel !== undefined && to !== nobody) {
    const channel = services.settings.channels.find(({ name }) => name === mail.channel);
    return { channel, to, words: text, choices: mail.choices, isTemplate: false };
  }
  // No SMS says that it arrived: the screen does.
  if (mail.receipt) return newsWays?.includes('mail') === false ? 'none' : 'mail';
  if (citizenId === null || (lane !== outbox.lanes.news && way === undefined)) return 'mail';
  for (const each of way ? [way] : waysOf(newsWays, to !== nobody)) {
    if (each === 'mail') return 'mail';
    const phone = await findPhone(services, services.db, citizenId);
    if (phone?.route && !phone.contact.stopped) return newsToPhone(mail, phone.contact, phone.route);
  }
  return 'none';
}

/** Composes news for a phone, without office, title or words. */
function newsToPhone({ subject }: SealedMail, { number, key }: Contact, { channel, form }: Route): PhoneMessage {
  const isTemplate = form === 'template';
  const words = isTemplate ? subject : smsOfNews(subject, key === '');
  return { channel, to: number, words, choices: [{ id: 'STATUS', title: 'STATUS' }], isTemplate };
}

/** Makes the receipt of the complaint that a mail to its citizen is about. */
async function receiptOf(services: Services, { citizenId, complaintId }: outbox.ClaimedMail) {
  if (citizenId === null || complaintId === null) return undefined;
  return services.makeReceipt(services, { accountId: citizenId }, { id: complaintId, step: 1 });
}

const timeouts = { connectionTimeout: '20000', greetingTimeout: '20000', socketTimeout: '60000' };

/** Opens a connection for one mail after the other; undefined without a mail server. */
async function openTransport({ smtpUrl }: Services['settings']): Promise<Transport> {
  if (smtpUrl === undefined) return undefined;
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer');
  const address = new URL(smtpUrl);
  for (const [name, value] of Object.entries({ ...timeouts, pool: 'true', maxConnections: '1' })) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  return createTransport(address.href);
}

/** Failures of the connection or the login: no other mail would fare better. */
const serverCodes = new Set([
  'EAUTH',
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'EPROTOCOL',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
]);

interface MailError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/** Whether addressee or mail was refused for good: RFC 5321, fifth class; HTTP, fourth class. */
function isFinalRefusal({ code = '', responseCode = 0, command = '' }: MailError): boolean {
  if (!['ESMS', 'EWHATSAPP'].includes(code)) return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
  if (undeliverable.has(responseCode)) return code === 'EWHATSAPP';
  return responseCode >= 400 && responseCode < 500 && !passing.has(responseCode);
}

/** HTTP codes of a wrong password, a slow moment or too many messages: a later try may succeed. */
const passing = new Set([401, 403, 408, 429]);

/** Codes of Meta: cannot be delivered to this number, or 24 hours are over. */
const undeliverable = new Set([131026, 131047]);

/** The numbers of a failure alone: what a mail server says repeats the address. */
export function errorCodeOf(error: unknown): string {
  const { code, responseCode } = error as MailError;
  return [code ?? 'unknown', responseCode].filter((part) => part !== undefined).join(' ');
}
