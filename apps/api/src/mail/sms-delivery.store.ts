import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import { hmacSha256 } from '../crypto/digest.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../db/database.ts';
import { type DeliveryState, smsDelivery } from '../db/schema/tables.ts';

/** Hashes what a gateway calls a message, in or out. */
export const hashGatewayId = ({ number }: Pick<Keys, 'number'>, channel: string, id: string): string =>
  hmacSha256(number, `message ${channel} ${id}`).toString('base64url');

/** Notes what became of an attempt to send. */
export async function recordDelivery(db: Database, row: typeof smsDelivery.$inferInsert): Promise<void> {
  const { state, why = null, externalId = null, at } = row;
  await db
    .insert(smsDelivery)
    .values(row)
    .onConflictDoUpdate({ target: smsDelivery.id, set: { state, why, externalId, at } });
}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Notes what a gateway reports of a message, by our id or its own. Nothing follows on a delivery. */
export async function reportDelivery(
  db: Database,
  keys: Pick<Keys, 'number'>,
  channel: string,
  {
    id,
    state,
    why,
    at,
  }: { readonly id: string; readonly state: DeliveryState; readonly why: string; readonly at: Date },
): Promise<void> {
  const ofGateway = eq(smsDelivery.externalId, hashGatewayId(keys, channel, id));
  const isIt = isUuid.test(id) ? or(eq(smsDelivery.id, id), ofGateway) : ofGateway;
  const isOpen = and(eq(smsDelivery.channel, channel), ne(smsDelivery.state, 'delivered'));
  // A report may be repeated, and come late.
  const isNews = state === 'sent' ? sql`${smsDelivery.state} = 'queued'` : undefined;
  await db
    .update(smsDelivery)
    .set({ state, why, at })
    .where(and(isIt, isOpen, isNews));
}

/** Deletes what became of messages before an instant. */
export async function purgeSmsDeliveries(db: Database, before: Date): Promise<void> {
  await db.delete(smsDelivery).where(lt(smsDelivery.at, before));
}
