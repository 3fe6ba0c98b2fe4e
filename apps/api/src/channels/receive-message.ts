import { randomUUID } from 'node:crypto';
import type { Language } from '@baraza/contract';
import { toSms } from '@baraza/contract/core/segments';
import type { ChannelSettings } from '../config/channels.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { AppError } from '../http/errors.ts';
import { isWithinRate } from '../limits/throttle.store.ts';
import type { Database } from '../db/database.ts';
import { hashNumber } from '../mail/channel-contact.store.ts';
import { hashGatewayId } from '../mail/delivery.store.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { lanes } from '../mail/outbox.store.ts';
import type { Services } from '../services.ts';
import { namesIn } from '../texts/local-names.store.ts';
import { phrase, speakerOf } from '../texts/words.ts';
import { listMdasWithJurisdictions } from '../features/reference/mda.store.ts';
import type { Choices } from '../mail/whatsapp/send-whatsapp.ts';
import type { Answer, Incoming, NamedFile } from './adapter.ts';
import { again } from './dialogue/replies.ts';
import type { Named } from './dialogue/choose.ts';
import type { Message } from './dialogue/sent.ts';
import { choicesOf, type Dialogue, step, type Turn, type World } from './dialogue/step.ts';
import * as inbound from './inbound.store.ts';
import { numberOf } from '../mail/number.ts';
import { type Sender, takeAct } from './take-act.ts';
import { fetchFile } from './whatsapp/fetch-file.ts';

interface SealedMessage extends Pick<Incoming, 'text' | 'session' | 'named' | 'place'> {
  readonly number: string;
  /** Its file, or why that was not taken; absent until it is fetched. */
  readonly fetched?: Pick<Message, 'file' | 'refusal'>;
}

/** Where a dialogue stands, and how much of its session was answered. */
interface Kept {
  readonly dialogue: Dialogue;
  readonly session?: string | undefined;
  readonly heard?: number;
}

/** Handles a message once, however often it comes; returns the answer. Undefined for senders without a number and past the limit. */
export async function receiveMessage(
  services: Services,
  channel: ChannelSettings,
  message: Incoming,
): Promise<Answer | undefined> {
  const { db, keys } = services;
  const kept = await keepMessage(services, channel, message);
  if (!kept) return undefined;
  await answerWaiting(services, channel, kept.numberHash);
  const reply = await inbound.readReply(db, channel.name, kept.externalId);
  return reply === null ? undefined : (JSON.parse(unseal(keys.channel, reply)) as Answer);
}

/** Keeps messages that came together, oldest first, once each; returns the hashed numbers that wait for an answer. */
export async function keepMessages(
  services: Services,
  channel: ChannelSettings,
  messages: readonly Incoming[],
): Promise<Buffer[]> {
  const waiting = new Map<string, Buffer>();
  for (const [index, message] of messages.entries()) {
    const kept = await keepMessage(services, channel, message, index);
    if (kept) waiting.set(kept.numberHash.toString('hex'), kept.numberHash);
  }
  return [...waiting.values()];
}

/** Keeps a message, once. `index` orders those of one second that came together. */
async function keepMessage(
  { db, keys, rates, clock }: Services,
  channel: ChannelSettings,
  { from, text, externalId: given = randomUUID(), at, session, named, place }: Incoming,
  index = 0,
): Promise<{ numberHash: Buffer; externalId: string } | undefined> {
  const now = clock.now();
  const number = channel.whatsapp && isUserId.test(from) ? from : numberOf(from, channel.country);
  if (number === undefined) return undefined;
  const numberHash = hashNumber(keys, number);
  const externalId = hashGatewayId(keys, channel.name, given);
  const kept = { numberHash, externalId };
  // A gateway that repeats itself uses up nobody’s limit.
  if (await inbound.isKept(db, channel.name, externalId)) return kept;
  const subject = ['channel message', numberHash.toString('base64')];
  if (!(await isWithinRate(db, rates.channelMessages, subject, now))) return undefined;
  const message: SealedMessage = { number, text, ...(session !== undefined && { session }), named, place };
  await inbound.insertMessage(db, {
    channel: channel.name,
    externalId,
    numberHash,
    sealed: seal(keys.channel, JSON.stringify(message)),
    at: at && at < now ? at : now,
    receivedAt: new Date(now.getTime() + index),
  });
  return kept;
}

/** The id of a WhatsApp user who hides their number. */
const isUserId = /^[A-Z]{2}\.\w{1,130}$/u;

/** Handles messages that a stopped server left. */
export async function answerLeft(services: Services): Promise<void> {
  const { db, settings, clock, log } = services;
  if (settings.channels.length === 0) return;
  for (const { channel: name, numberHash } of await inbound.listLeft(db, clock.now())) {
    const channel = settings.channels.find((each) => each.name === name);
    if (!channel) continue;
    try {
      await answerThread(services, channel, numberHash, true);
    } catch (error) {
      // One unreadable message must not hold up the others.
      log.error({ err: error }, 'A message could not be answered; it is tried again for an hour.');
    }
  }
}

/** Fetches the files of the waiting messages of a dialogue, then answers them. */
export async function answerThread(
  services: Services,
  channel: ChannelSettings,
  numberHash: Buffer,
  isLate = false,
): Promise<void> {
  const { db, keys, clock } = services;
  const thread = { channel: channel.name, numberHash };
  for (const { id, sealed } of await inbound.listWaiting(db, thread, clock.now())) {
    const message = openMessage(keys, sealed);
    if (!isUnfetched(message) || fetching.has(id)) continue;
    fetching.add(id);
    try {
      const fetched = await fetchFile(services, channel, message.named);
      await inbound.resealMessage(db, id, seal(keys.channel, JSON.stringify({ ...message, fetched })));
    } finally {
      fetching.delete(id);
    }
  }
  await answerWaiting(services, channel, numberHash, isLate);
}

const openMessage = (keys: Services['keys'], sealed: string) =>
  JSON.parse(unseal(keys.channel, sealed)) as SealedMessage;

/** Messages whose files this process fetches: a gateway repeats itself meanwhile. */
const fetching = new Set<string>();

type Unfetched = SealedMessage & { readonly named: NamedFile };

const isUnfetched = (message: SealedMessage): message is Unfetched =>
  message.named !== undefined && message.fetched === undefined;

/** Handles the waiting messages of a dialogue in one transaction, which also files: all of it happens once or not at all. */
async function answerWaiting(
  services: Services,
  channel: ChannelSettings,
  numberHash: Buffer,
  isLate = false,
): Promise<void> {
  const { db, keys, clock } = services;
  const thread = { channel: channel.name, numberHash };
  const now = clock.now();
  await db.transaction(async (tx) => {
    const sealed = await inbound.lockDialogue(tx, thread, now);
    const first: Kept = { dialogue: { language: channel.language, position: { at: 'idle' } } };
    let kept = sealed === null ? first : (JSON.parse(unseal(keys.channel, sealed)) as Kept);
    let handled = 0;
    const waiting = await inbound.listWaiting(tx, thread, now);
    for (const { id, sealed: sealedMessage } of waiting) {
      const message = openMessage(keys, sealedMessage);
      // Another call is fetching its file. That call answers it, and the messages behind it.
      if (isUnfetched(message)) break;
      handled += 1;
      const sender = { channel, number: message.number, numberHash, messageId: id };
      const heard = { text: newPart(kept, message), ...message.fetched, place: message.place };
      const { turn, world } = await answerOne({ ...services, db: tx, reads: tx }, sender, kept.dialogue, heard);
      kept = { dialogue: turn.dialogue, session: message.session, heard: message.text.length };
      const answer = await sayTurn(turn, channel);
      if (isLate || channel.reply === 'send') await sendAnswer(tx, services, sender, answer, turn, world);
      await inbound.settleMessage(tx, id, seal(keys.channel, JSON.stringify(answer)), now);
    }
    if (handled > 0) await inbound.keepDialogue(tx, thread, seal(keys.channel, JSON.stringify(kept)));
  });
}

/** Cuts off what the session said before. */
function newPart({ session, heard = 0 }: Kept, message: SealedMessage): string {
  if (message.session === undefined) return message.text;
  return message.text.slice(message.session === session ? heard : 0).replace(/^\*/u, '');
}

/** Lists offices and their jurisdictions with their names in a language. */
async function listOffices(db: Database, language: Language): Promise<World['offices']> {
  const names = await namesIn(db, language);
  const inLanguage = <T extends Named>(item: T) => ({ ...item, local: names.get(item.name) });
  const offices = await listMdasWithJurisdictions(db);
  return offices.map((mda) => ({ ...inLanguage(mda), jurisdictions: mda.jurisdictions.map(inLanguage) }));
}

async function answerOne(services: Services, sender: Sender, dialogue: Dialogue, message: Message) {
  const { db, settings } = services;
  const isChoosing = ['office', 'jurisdiction'].includes(dialogue.position.at);
  const world: World = {
    offices: isChoosing ? await listOffices(db, dialogue.language) : [],
    own: await inbound.listOwn(db, sender.numberHash),
    site: settings.publicUrl.replace(/^https:\/\//u, ''),
    takesFiles: sender.channel.whatsapp !== undefined,
  };
  const turn = step(dialogue, message, world);
  const { act } = turn;
  if (!act) return { turn, world };
  try {
    // A refused step is rolled back, and the question stays open.
    const said = await db.transaction(async (tx) =>
      takeAct({ ...services, db: tx, reads: tx }, sender, turn.dialogue.language, act, world.site),
    );
    return { turn: { ...turn, replies: [...turn.replies, ...said] }, world };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { turn: { dialogue, replies: [phrase(error.message), again] }, world };
  }
}

/** Sends an answer by the outbox: the gateway no longer waits for it, or never does. */
async function sendAnswer(
  tx: Database,
  services: Services,
  { channel, number }: Sender,
  { text }: Answer,
  turn: Turn,
  world: World,
): Promise<void> {
  if (!(channel.send || channel.whatsapp) || text === '') return;
  const choices = channel.whatsapp && (await sayChoices(turn, world));
  const to = { to: number, channel: channel.name, lane: lanes.phone };
  await enqueueMail(tx, services, { ...to, subject: '', text, choices });
}

async function sayChoices(turn: Turn, world: World): Promise<Choices> {
  const offered = choicesOf(turn, world);
  if (offered === 'place') return offered;
  const say = await speakerOf(turn.dialogue.language, undefined, { isShort: true });
  return offered.map(({ id, title }) => ({ id, title: say(title) }));
}

/** Joins the replies of a turn into one message. */
async function sayTurn({ dialogue, replies }: Turn, { whatsapp }: ChannelSettings): Promise<Answer> {
  const say = await speakerOf(dialogue.language, undefined, { isShort: true });
  const text = replies.map(say).join('\n');
  return { text: whatsapp ? text : toSms(text), isOver: dialogue.position.at === 'idle' };
}
