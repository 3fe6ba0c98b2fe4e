import { randomUUID } from 'node:crypto';
import { statusOf } from '@baraza/contract';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { pick } from '../db/pick.ts';
import { account, channelContact, channelDialogue, complaint, inboundMessage } from '../db/schema/tables.ts';
import { parentState } from '../features/complaint/record/details.store.ts';
import type { OwnComplaint } from './dialogue/own-complaint.ts';

/** A dialogue: a number on a channel. */
export interface Thread {
  readonly channel: string;
  readonly numberHash: Buffer;
}

type NewMessage = Thread & Pick<typeof inboundMessage.$inferInsert, 'externalId' | 'sealed' | 'at' | 'receivedAt'>;

/** Keeps a message, once. */
export async function insertMessage(db: Database, message: NewMessage): Promise<void> {
  await db
    .insert(inboundMessage)
    .values({ id: randomUUID(), ...message })
    .onConflictDoNothing();
}

/** Whether a message has come before. */
export async function isKept(db: Database, channel: string, externalId: string): Promise<boolean> {
  return (await db.$count(inboundMessage, isMessage(channel, externalId))) > 0;
}

const isMessage = (channel: string, externalId: string) =>
  and(eq(inboundMessage.channel, channel), eq(inboundMessage.externalId, externalId));

/** Reads the sealed answer to a message. */
export async function readReply(db: Database, channel: string, externalId: string): Promise<string | null> {
  const [row] = await db
    .select({ reply: inboundMessage.sealedReply })
    .from(inboundMessage)
    .where(isMessage(channel, externalId));
  return row?.reply ?? null;
}

/** Locks a dialogue until the transaction ends; returns where it stands, sealed. */
export async function lockDialogue(db: Database, thread: Thread, now: Date): Promise<string | null> {
  const [row] = await db
    .insert(channelDialogue)
    .values({ ...thread, updatedAt: now })
    .onConflictDoUpdate({ target: [channelDialogue.channel, channelDialogue.numberHash], set: { updatedAt: now } })
    .returning({ sealed: channelDialogue.sealed });
  return row?.sealed ?? null;
}

export async function keepDialogue(db: Database, { channel, numberHash }: Thread, sealed: string): Promise<void> {
  const isIt = and(eq(channelDialogue.channel, channel), eq(channelDialogue.numberHash, numberHash));
  await db.update(channelDialogue).set({ sealed }).where(isIt);
}

/** Older ones are given up: an answer to them would surprise. */
const hour = 3_600_000;
const isWaiting = (now: Date) =>
  and(isNull(inboundMessage.handledAt), gt(inboundMessage.receivedAt, new Date(now.getTime() - hour)));

/** Lists the waiting messages of a dialogue in the order in which they were written. */
export async function listWaiting(db: Database, { channel, numberHash }: Thread, now: Date) {
  const isOfIt = and(eq(inboundMessage.channel, channel), eq(inboundMessage.numberHash, numberHash));
  return db
    .select()
    .from(inboundMessage)
    .where(and(isOfIt, isWaiting(now)))
    .orderBy(asc(inboundMessage.at), asc(inboundMessage.receivedAt), asc(inboundMessage.id));
}

/** Lists dialogues whose messages a server left unanswered. */
export async function listLeft(db: Database, now: Date): Promise<Thread[]> {
  const wasLeft = lt(inboundMessage.receivedAt, new Date(now.getTime() - 30_000));
  const { channel, numberHash } = inboundMessage;
  return db
    .selectDistinct({ channel, numberHash })
    .from(inboundMessage)
    .where(and(isWaiting(now), wasLeft));
}

/** Replaces the content of a message that waits. */
export async function resealMessage(db: Database, id: string, sealed: string): Promise<void> {
  await db.update(inboundMessage).set({ sealed }).where(eq(inboundMessage.id, id));
}

export async function settleMessage(db: Database, id: string, sealedReply: string, handledAt: Date): Promise<void> {
  await db.update(inboundMessage).set({ sealedReply, handledAt }).where(eq(inboundMessage.id, id));
}

/** Lists the newest complaints filed from a number. Those of an account need its password. */
export async function listOwn(db: Database, numberHash: Buffer): Promise<OwnComplaint[]> {
  const rows = await db
    .select({ ...pick(complaint, ['id', 'trackingId', 'state', 'confirmedAt']), parent: parentState() })
    .from(channelContact)
    .innerJoin(complaint, eq(complaint.citizenId, channelContact.accountId))
    .innerJoin(account, eq(account.id, channelContact.accountId))
    .where(and(eq(channelContact.numberHash, numberHash), isNotNull(account.receiptHash)))
    .orderBy(desc(complaint.submittedAt))
    .limit(20);
  return rows.map(({ parent, ...row }) => ({ ...row, status: statusOf(row.state, parent ?? undefined) }));
}

/** Reads whose complaint it is. */
export async function ownerOf(db: Database, complaintId: string): Promise<string> {
  const [row] = await db.select({ id: complaint.citizenId }).from(complaint).where(eq(complaint.id, complaintId));
  return row?.id ?? complaintId;
}

/** Deletes messages received, and dialogues continued, before an instant. */
export async function purgeMessages(db: Database, before: Date): Promise<void> {
  await db.delete(inboundMessage).where(lt(inboundMessage.receivedAt, before));
  await db.delete(channelDialogue).where(lt(channelDialogue.updatedAt, before));
}
