import type { Delivery } from '@baraza/contract';
import { and, asc, desc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { complaint, program, webhookDelivery } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';
import { pauseAfter } from '../../../mail/outbox.store.ts';
import { readableBy } from '../../complaint/record/visibility.ts';

export type WebhookRow = typeof program.$inferSelect;
export type DeliveryRow = typeof webhookDelivery.$inferSelect;

/** Seconds that a claim lasts: longer than one try. */
const lease = 60;
const batch = 5;
/** Tries over 3.7 days: a webhook that fails is ended, and people are told, before any event is given up. */
const maxAttempts = 24;

const isOpen = and(isNotNull(program.url), isNotNull(program.confirmedBy), isNull(program.endedAt));

/** Lists webhooks that two people decided on and that were not ended. */
export function listOpen(db: Database): Promise<WebhookRow[]> {
  return db.select().from(program).where(isOpen);
}

const isOpenOf = (id: string) => and(isOpen, eq(program.accountId, id));

/** Finds a webhook unless it was ended. */
export async function findOpen(db: Database, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(program).where(isOpenOf(id));
  return row;
}

/** Locks a webhook to queue its events, unless another server does. */
export async function takeOpen(tx: Database, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.select().from(program).where(isOpenOf(id)).for('update', { skipLocked: true });
  return row;
}

export async function insertDeliveries(db: Database, rows: readonly (typeof webhookDelivery.$inferInsert)[]) {
  if (rows.length > 0) await db.insert(webhookDelivery).values([...rows]);
}

const isWaiting = and(isNull(webhookDelivery.deliveredAt), lt(webhookDelivery.attempts, maxAttempts));

/** Claims the next due deliveries of a webhook. */
export async function claimDeliveries(db: Database, programId: string): Promise<DeliveryRow[]> {
  const { id, nextTryAt } = webhookDelivery;
  const due = db
    .select({ id })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.programId, programId), isWaiting, lte(nextTryAt, sql`now()`)))
    .orderBy(asc(nextTryAt))
    .limit(batch)
    .for('update', { skipLocked: true });
  return db
    .update(webhookDelivery)
    .set({ nextTryAt: sql`now() + make_interval(secs => ${lease}::int)` })
    .where(sql`${id} = any(array(${due}))`)
    .returning();
}

/** Records a try; a failed one is repeated later each time. */
export async function recordTry(db: Database, { id, programId }: DeliveryRow, outcome: string, isDone: boolean) {
  const attempts = sql`${webhookDelivery.attempts} + 1`;
  const done = { deliveredAt: sql`now()`, attempts, outcome };
  const nextTryAt = sql`now() + make_interval(secs => ${pauseAfter(attempts)})`;
  await db
    .update(webhookDelivery)
    .set(isDone ? done : { attempts, outcome, nextTryAt })
    .where(eq(webhookDelivery.id, id));
  await db
    .update(program)
    .set({ failingSince: isDone ? null : sql`coalesce(${program.failingSince}, now())` })
    .where(and(eq(program.accountId, programId), isDone ? isNotNull(program.failingSince) : undefined));
}

/** Makes a delivery due whose try was broken off, which counts as none. */
export async function giveBack(db: Database, { id }: DeliveryRow): Promise<void> {
  await db
    .update(webhookDelivery)
    .set({ nextTryAt: sql`now()` })
    .where(eq(webhookDelivery.id, id));
}

/** Ends a webhook whose address is gone, or where nothing arrived for days; returns whether it did now. */
export async function endFailed(db: Database, id: string, isGone: boolean, endedAt: Date): Promise<boolean> {
  const isLong = sql`${program.failingSince} < now() - interval '3 days'`;
  const isFailed = and(eq(program.accountId, id), isNull(program.endedAt), isGone ? undefined : isLong);
  return (await db.update(program).set({ endedAt }).where(isFailed).returning()).length > 0;
}

/** Lists the newest deliveries of a webhook; names the complaints that the caller may open. */
export async function listDeliveries(db: Database, caller: Actor, programId: string): Promise<Delivery[]> {
  const complaintId = sql`(${webhookDelivery.body}::jsonb #>> '{data,id}')::uuid`;
  const rows = await db
    .select({ row: webhookDelivery, trackingId: complaint.trackingId })
    .from(webhookDelivery)
    .leftJoin(complaint, and(eq(complaint.id, complaintId), readableBy(caller)))
    .where(eq(webhookDelivery.programId, programId))
    .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.id))
    .limit(100);
  return rows.map(({ row: { createdAt, deliveredAt, nextTryAt, attempts, ...row }, trackingId }) => ({
    ...pick(row, ['id', 'eventId', 'type', 'outcome']),
    trackingId,
    attempts,
    at: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    nextTryAt: deliveredAt === null && attempts < maxAttempts ? nextTryAt.toISOString() : null,
  }));
}

/** Makes a delivery due again; false if the webhook has no such. */
export async function sendAgain(db: Database, programId: string, id: string): Promise<boolean> {
  const isIts = and(eq(webhookDelivery.programId, programId), eq(webhookDelivery.id, id));
  const again = { deliveredAt: null, attempts: 0, nextTryAt: sql`now()` };
  return (await db.update(webhookDelivery).set(again).where(isIts).returning()).length > 0;
}

/** Deletes deliveries made before an instant. */
export async function purgeDeliveries(db: Database, before: Date): Promise<void> {
  await db.delete(webhookDelivery).where(lt(webhookDelivery.createdAt, before));
}
