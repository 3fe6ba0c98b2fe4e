import { writeFile } from 'node:fs/promises';
import { addEvidence, mediaRule, splitQuote } from '@baraza/contract';
import { sha256 } from '../../crypto/digest.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { portalLink } from '../../mail/portal-link.ts';
import { redactedMark, redactText } from '../../domain/redact-person.ts';
import { transitionOnce } from '../../features/complaint/transition/transition-once.ts';
import { createTempFiles, type TempFiles } from '../../files/temp-files.ts';
import { examineFiles } from '../../files/uploads.ts';
import { AppError, validation } from '../../http/errors.ts';
import { requirePart } from '../../http/input/schema-input.ts';
import { isWithinRate } from '../../limits/throttle.store.ts';
import { hashNumber } from '../../mail/channel-contact.store.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { lanes } from '../../mail/outbox.store.ts';
import { forgetBounce, rememberBounce } from '../../mail/refused-address.ts';
import { readReplyAddress, withoutSecrets } from '../../mail/reply-address.ts';
import { hashGatewayId, reportBounce } from '../../mail/delivery.store.ts';
import { recordWithNextWay } from '../../mail/next-way.ts';
import type { Services } from '../../services.ts';
import { phrase } from '../../texts/words.ts';
import * as store from './mail.store.ts';
import { type MailContent, readContent, readFinalStatus, readHead } from './read-mail.ts';

/** Bytes that are read of a mail: of a longer one the last file is broken, and refused as such. */
export const largestMail = 40 * 1024 * 1024;

/** Keeps a mail to a reply address until it is handled; returns whether it was taken. */
export async function keepMail(
  { db, keys, rates, clock, settings }: Pick<Services, 'db' | 'keys' | 'rates' | 'clock' | 'settings'>,
  mail: Buffer,
): Promise<boolean> {
  const raw = mail.subarray(0, largestMail);
  const head = await readHead(raw);
  const complaintId = head && readReplyAddress(keys, settings.replyDomain ?? '', head.recipients);
  if (!head || complaintId === undefined) return false;
  if (head.isAutomatic && !head.isReport) return true;
  const now = clock.now();
  // Anybody can write a sender into a mail; reports have all the same one. Past the limit a mail stays in the mailbox.
  const subjects = [...(head.isReport ? [] : [['mail of', head.sender]]), ['mail about', complaintId]];
  for (const subject of subjects) if (!(await isWithinRate(db, rates.channelMessages, subject, now))) return false;
  if (!(await store.findAnswered(db, complaintId))) return true;
  const id = head.messageId ?? sha256(raw).toString('base64url');
  await store.insertMail(db, {
    externalId: hashGatewayId(keys, 'mail', `${complaintId} ${id}`),
    numberHash: hashNumber(keys, head.sender),
    complaintId,
    sealed: seal(keys.channel, raw.toString('latin1')),
    receivedAt: now,
  });
  return true;
}

/** Adds the mails that wait to their complaints, one after the other. */
export async function handleMails(services: Services): Promise<void> {
  const { db, keys, clock, log } = services;
  for (const { id } of await store.listWaitingMails(db)) {
    const mail = await store.findMail(db, id);
    if (!mail) continue;
    try {
      const answered = await store.findAnswered(db, mail.complaintId ?? id);
      if (answered) await handleMail(services, answered, id, Buffer.from(unseal(keys.channel, mail.sealed), 'latin1'));
      await store.settleMail(db, id, clock.now());
    } catch (error) {
      log.error({ err: error }, 'A mail could not be handled; it is tried again.');
    }
  }
}

async function handleMail(services: Services, answered: store.Answered, id: string, raw: Buffer): Promise<void> {
  const { db, clock } = services;
  const { email } = answered.citizen;
  const head = await readHead(raw);
  if (head?.isReport) {
    const status = await readFinalStatus(raw);
    if (status === undefined) return;
    await rememberBounce(db, email, clock.now());
    await recordWithNextWay(services, (tx) => reportBounce(tx, answered.id, status, clock.now()));
    return;
  }
  const isOwn = head?.sender === email;
  if (isOwn) await forgetBounce(db, email);
  try {
    const content = await readContent(raw).catch(() => ({ text: '', files: [] }));
    const refused = await addToComplaint(services, answered, { id, mail: isOwn ? 'own' : 'other' }, content);
    if (refused) throw refused;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await sayRefused(services, answered, error);
  }
}

/** Adds words and files of a mail as a message of the citizen; returns why files were refused. @throws AppError */
async function addToComplaint(
  services: Services,
  { id: complaintId, state, identity, citizen }: store.Answered,
  { id: key, mail }: { readonly id: string; readonly mail: 'own' | 'other' },
  content: MailContent,
): Promise<AppError | undefined> {
  await using tempFiles = createTempFiles(services.settings.dataDir);
  const { files, error } = await examineFiles({ files: mediaRule }, await saveFiles(content, tempFiles), {
    services,
    tempFiles,
  });
  const { words, quote } = splitQuote(withoutSecrets(content.text));
  // The head of an earlier mail names the citizen.
  const shown = identity === 'named' ? quote : redactText(quote, citizen);
  const whole = [words, shown].filter(Boolean).join('\n\n');
  const isShort = (text: string) => addEvidence.form.shape.text.safeParse(text).success;
  const { text } = await requirePart(addEvidence.form, {
    id: complaintId,
    text: isShort(whole) ? whole : `${words}\n\n${redactedMark}`,
  });
  const sent = files['files'] ?? [];
  if (!words && sent.length === 0) return error ?? validation({ text: nothingReadable });
  const action = state === 'awaiting_citizen' && words ? 'answer' : 'addEvidence';
  const { accountId, language } = citizen;
  const caller = { accountId, role: 'citizen', mdaId: null, sessionId: '', language: language ?? undefined } as const;
  await transitionOnce(services, caller, { complaintId, action, text, mail }, { files: sent, key });
  return error;
}

const nothingReadable = /*i18n*/ 'It holds nothing that can be read.';

async function saveFiles({ files }: MailContent, tempFiles: TempFiles) {
  if (files.length > 0) await tempFiles.requireRoom();
  return Promise.all(
    files.map(async ({ fileName, contentType: declaredType, bytes }) => {
      const path = tempFiles.newPath();
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
      return { field: 'files', rule: mediaRule, path, fileName, declaredType, size: bytes.length };
    }),
  );
}

/** Mails the citizen why a mail or its files were not added, once a day. */
async function sayRefused(services: Services, { id, trackingId, citizen }: store.Answered, why: AppError) {
  const { db, rates, clock, settings } = services;
  if (!(await isWithinRate(db, rates.mailAnswers, ['mail answer', citizen.accountId], clock.now()))) return;
  await enqueueMail(db, services, {
    to: citizen.email,
    citizenId: citizen.accountId,
    complaintId: id,
    lane: lanes.account,
    subject: phrase(/*i18n*/ 'Not all of your email was added ({trackingId})', { trackingId }),
    text: [
      phrase(/*i18n*/ 'Your email, or a file with it, was not added to your complaint.'),
      phrase(why.message),
      phrase(/*i18n*/ 'Read it here: {link}', { link: portalLink(settings.publicUrl, id) }),
    ],
  });
}
