import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { pick } from '../../db/pick.ts';
import { account, complaint, inboundMessage } from '../../db/schema/tables.ts';
import { callPhones } from '../../features/complaint/record/call-phones.ts';

/** The complaint that a mail answers, with its citizen; undefined for a guessed address and once either is gone. */
export async function findAnswered(db: Database, complaintId: string) {
  const { id: accountId, ...person } = pick(account, ['id', 'firstName', 'lastName', 'email', 'phone', 'language']);
  const [row] = await db
    .select({
      ...pick(complaint, ['id', 'trackingId', 'state', 'identity']),
      citizen: { accountId, ...person, callPhones },
    })
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(and(eq(complaint.id, complaintId), isNull(account.disabledAt)));
  return row;
}

export type Answered = NonNullable<Awaited<ReturnType<typeof findAnswered>>>;

const channel = 'mail';

type NewMail = Pick<
  typeof inboundMessage.$inferInsert,
  'externalId' | 'numberHash' | 'complaintId' | 'sealed' | 'receivedAt'
>;

/** Keeps a mail, once. */
export async function insertMail(db: Database, mail: NewMail): Promise<void> {
  await db
    .insert(inboundMessage)
    .values({ id: randomUUID(), channel, at: mail.receivedAt, ...mail })
    .onConflictDoNothing();
}

/** Lists the mails that wait, oldest first. */
export async function listWaitingMails(db: Database) {
  return db
    .select({ id: inboundMessage.id })
    .from(inboundMessage)
    .where(and(eq(inboundMessage.channel, channel), isNull(inboundMessage.handledAt)))
    .orderBy(asc(inboundMessage.receivedAt), asc(inboundMessage.id));
}

/** Reads a mail that still waits. */
export async function findMail(db: Database, id: string) {
  const [row] = await db
    .select(pick(inboundMessage, ['id', 'sealed', 'complaintId']))
    .from(inboundMessage)
    .where(and(eq(inboundMessage.id, id), isNull(inboundMessage.handledAt)));
  return row;
}

/** Marks a mail as handled. Its words are in the complaint, or nowhere. */
export async function settleMail(db: Database, id: string, handledAt: Date): Promise<void> {
  await db.update(inboundMessage).set({ sealed: '', handledAt }).where(eq(inboundMessage.id, id));
}
