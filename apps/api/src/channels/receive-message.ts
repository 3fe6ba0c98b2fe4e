import { randomUUID } from 'node:crypto';
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
import { phrase, speakerOf } from '../texts/words.ts';
import { listMdasWithJurisdictions } from '../features/reference/mda.store.ts';
import type { Answer, Incoming } from './adapter.ts';
import { again } from './dialogue/replies.ts';
import { type Dialogue, step, type Turn } from './dialogue/step.ts';
import * as inbound from './inbound.store.ts';
import { numberOf } from './number.ts';
import { type Sender, takeAct } from './take-act.ts';

interface SealedMessage extends Pick<Incoming, 'text' | 'session'> {
  readonly number: string;
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
  { from, text, externalId: given = randomUUID(), at, session }: Incoming,
): Promise<Answer | undefined> {
  const { db, keys, rates, clock } = services;
  const now = clock.now();
  const number = numberOf(from, channel.country);
  if (number === undefined) return undefined;
  const numberHash = hashNumber(keys, number);
  const subject = ['channel message', numberHash.toString('base64')];
  if (!(await isWithinRate(db, rates.channelMessages, subject, now))) return undefined;
  const externalId = hashGatewayId(keys, channel.name, given);
  const message: SealedMessage = { number, text, ...(session !== undefined && { session }) };
  await inbound.insertMessage(db, {
    channel: channel.name,
    externalId,
    numberHash,
    sealed: seal(keys.channel, JSON.stringify(message)),
    at: at && at < now ? at : now,
    receivedAt: now,
  });
  await answerWaiting(services, channel, numberHash);
  const reply = await inbound.readReply(db, channel.name, externalId);
  return reply === null ? undefined : (JSON.parse(unseal(keys.channel, reply)) as Answer);
}

/** Handles messages that a stopped server left. */
export async function answerLeft(services: Services): Promise<void> {
  const { db, settings, clock } = services;
  if (settings.channels.length === 0) return;
  for (const { channel: name, numberHash } of await inbound.listLeft(db, clock.now())) {
    const channel = settings.channels.find((each) => each.name === name);
    if (channel) await answerWaiting(services, channel, numberHash, true);
  }
}

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
    const waiting = await inbound.listWaiting(tx, thread, now);
    for (const { id, sealed: sealedMessage } of waiting) {
      const message = JSON.parse(unseal(keys.channel, sealedMessage)) as SealedMessage;
      const sender = { channel, number: message.number, numberHash, messageId: id };
      const turn = await answerOne({ ...services, db: tx, reads: tx }, sender, kept.dialogue, newPart(kept, message));
      kept = { dialogue: turn.dialogue, session: message.session, heard: message.text.length };
      const answer = await sayTurn(turn);
      if (isLate || channel.reply === 'send') await sendAnswer(tx, services, sender, answer, turn);
      await inbound.settleMessage(tx, id, seal(keys.channel, JSON.stringify(answer)), now);
    }
    if (waiting.length > 0) await inbound.keepDialogue(tx, thread, seal(keys.channel, JSON.stringify(kept)));
  });
}

/** Cuts off what the session said before. */
function newPart({ session, heard = 0 }: Kept, message: SealedMessage): string {
  if (message.session === undefined) return message.text;
  return message.text.slice(message.session === session ? heard : 0).replace(/^\*/u, '');
}

async function answerOne(services: Services, sender: Sender, dialogue: Dialogue, text: string): Promise<Turn> {
  const { db, settings } = services;
  const isChoosing = ['office', 'jurisdiction'].includes(dialogue.position.at);
  const world = {
    offices: isChoosing ? await listMdasWithJurisdictions(db) : [],
    own: await inbound.listOwn(db, sender.numberHash),
    site: settings.publicUrl.replace(/^https:\/\//u, ''),
  };
  const turn = step(dialogue, text, world);
  const { act } = turn;
  if (!act) return turn;
  try {
    // A refused step is rolled back, and the question stays open.
    const said = await db.transaction(async (tx) =>
      takeAct({ ...services, db: tx, reads: tx }, sender, turn.dialogue.language, act, world.site),
    );
    return { ...turn, replies: [...turn.replies, ...said] };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { dialogue, replies: [phrase(error.message), again] };
  }
}

/** Sends an answer by the outbox: the gateway no longer waits for it, or never does. */
async function sendAnswer(
  tx: Database,
  services: Services,
  { channel, number }: Sender,
  { text }: Answer,
  { act }: Turn,
): Promise<void> {
  if (!channel.send || text === '') return;
  const lane = act?.act === 'code' ? lanes.code : lanes.account;
  await enqueueMail(tx, services, { to: number, channel: channel.name, subject: '', text, lane });
}

/** Joins the replies of a turn into one message. */
async function sayTurn({ dialogue, replies }: Turn): Promise<Answer> {
  const say = await speakerOf(dialogue.language, undefined, { isShort: true });
  return { text: toSms(replies.map(say).join('\n')), isOver: dialogue.position.at === 'idle' };
}
