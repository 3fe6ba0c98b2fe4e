import { dayIn, GuestComplaint, type Language, submitGuestComplaint } from '@baraza/contract';
import type { ChannelSettings } from '../config/channels.ts';
import { hmacSha256 } from '../crypto/digest.ts';
import { createTempFiles, type ReceivedFile } from '../files/temp-files.ts';
import { requirePart } from '../http/input/schema-input.ts';
import { useThrottle } from '../limits/throttle.store.ts';
import { findContact, insertContact, stopContact } from '../mail/channel-contact.store.ts';
import type { Services } from '../services.ts';
import { toParagraphs } from '../texts/html.ts';
import { phrase, type Words } from '../texts/words.ts';
import { transitionComplaint } from '../features/complaint/transition/transition-complaint.ts';
import { guestIdOf, receiptCodeOf } from '../features/people/guest/open-guest-session.ts';
import { fileAsGuest, guestCaller } from '../features/people/guest/submit-guest-complaint.ts';
import { listCategories } from '../features/reference/category.store.ts';
import { ownerOf } from './inbound.store.ts';
import { openFiles } from './whatsapp/fetch-file.ts';
import { sourceOf } from './adapter.ts';
import * as say from './dialogue/replies.ts';
import { type Act, titleOf } from './dialogue/step.ts';

/** The sender of a message. */
export interface Sender {
  readonly channel: ChannelSettings;
  readonly number: string;
  readonly numberHash: Buffer;
  readonly messageId: string;
}

/** Does what a turn asks for; returns what only the server can say. @throws AppError */
export async function takeAct(
  services: Services,
  sender: Sender,
  language: Language,
  act: Act,
  site: string,
): Promise<Words[]> {
  const { db, keys } = services;
  await using tempFiles = createTempFiles(services.settings.dataDir);
  const { files, isLost } = await openFiles(services, 'sent' in act ? act.sent : undefined, tempFiles);
  const lost = isLost ? [phrase(say.fileLost)] : [];
  if (act.act === 'file') return [say.filed(await file(services, sender, language, act, files)), ...lost];
  if (!('complaintId' in act)) {
    await stopContact(db, sender.numberHash, act.act === 'stop');
    return [];
  }
  const { complaintId } = act;
  const accountId = await ownerOf(db, complaintId);
  if (act.act === 'code') {
    const contact = await findContact(db, keys, accountId);
    return contact ? [say.code(act.trackingId, receiptCodeOf(keys, contact.key), site)] : [];
  }
  const caller = { ...guestCaller(accountId), language };
  const words = 'text' in act ? { [act.act === 'answer' ? 'text' : 'reason']: act.text } : {};
  await transitionComplaint(services, caller, { complaintId, action: act.act, ...words }, { files });
  return lost;
}

/** Files a complaint as a guest does, confidentially; returns its tracking ID. */
async function file(
  services: Services,
  sender: Sender,
  language: Language,
  { filing, sent }: Extract<Act, { act: 'file' }>,
  files: readonly ReceivedFile[],
): Promise<string> {
  const { db, keys, clock, rates, settings } = services;
  const { channel, number, numberHash, messageId } = sender;
  const now = clock.now();
  await useThrottle(db, rates.channelComplaints, ['channel complaint', numberHash.toString('base64')], now);
  const categories = await listCategories(db, 'complaint');
  const others = categories.find(({ name }) => name === 'Others') ?? categories.at(-1);
  const { opening, words, mda, jurisdiction, location } = filing;
  const { lat, lon } = sent?.place ?? {};
  const isSpoken = files.some(({ kind }) => kind === 'audio');
  const fields = await requirePart(isSpoken ? submitGuestComplaint.formWith.audio : GuestComplaint, {
    mda,
    mdaJurisdiction: jurisdiction,
    category: others?.id,
    title: titleOf(words),
    description: toParagraphs(`${opening}\n${words}`),
    location,
    lat: lat?.toFixed(5),
    lon: lon?.toFixed(5),
    incidentDate: dayIn(settings.timeZone, now),
    timeZone: settings.timeZone,
    identity: 'confidential',
  });
  const key = hmacSha256(keys.channel, `filing ${messageId}`).toString('base64url');
  const source = sourceOf[channel.kind];
  const { trackingId } = await fileAsGuest(services, { fields, files, key, language, source });
  await insertContact(db, keys, { accountId: guestIdOf(keys, key), channel: channel.name, number, key });
  return trackingId;
}
