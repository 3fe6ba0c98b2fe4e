import { and, desc, eq, inArray, lt, ne, or, sql, type SQLWrapper } from 'drizzle-orm';
import type { MessageDelivery } from '@baraza/contract/complaint/history-entry';
import { hmacSha256 } from '../crypto/digest.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../db/database.ts';
import { type DeliveryState, delivery } from '../db/schema/tables.ts';

/** Hashes what a gateway calls a message, in or out. */
export const hashGatewayId = ({ number }: Pick<Keys, 'number'>, channel: string, id: string): string =>
  hmacSha256(number, `message ${channel} ${id}`).toString('base64url');

/** Records the outcome of an attempt to send. */
export async function recordDelivery(db: Database, row: typeof delivery.$inferInsert): Promise<void> {
  const { channel, steps, state, why = null, externalId = null, at } = row;
  await db
    .insert(delivery)
    .values(row)
    .onConflictDoUpdate({ target: delivery.id, set: { channel, steps, state, why, externalId, at } });
}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Records the report of a gateway about a message, by our id or its own. Nothing follows on a delivery. */
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
  const ofGateway = eq(delivery.externalId, hashGatewayId(keys, channel, id));
  const isIt = isUuid.test(id) ? or(eq(delivery.id, id), ofGateway) : ofGateway;
  const isOpen = and(eq(delivery.channel, channel), ne(delivery.state, 'delivered'));
  // A report may be repeated, and come late.
  const isNews = state === 'sent' ? sql`${delivery.state} = 'queued'` : undefined;
  await db
    .update(delivery)
    .set({ state, why, at })
    .where(and(isIt, isOpen, isNews));
}

/** Selects the deliveries of messages to the citizen of a complaint, oldest first. */
export const deliveriesOf = (complaintId: SQLWrapper) => sql<MessageDelivery[]>`(
  select coalesce(json_agg(json_build_object('steps', steps::text[], 'by', case channel when 'mail' then 'mail' else 'phone' end,
    'state', state, 'why', why, 'at', at) order by at), '[]')
  from ${delivery} where ${delivery.complaintId} = ${complaintId} and steps <> '{}')`;

/** Records that the newest mail about a complaint came back. */
export async function reportBounce(db: Database, complaintId: string, why: string, at: Date): Promise<void> {
  const isMail = and(eq(delivery.complaintId, complaintId), eq(delivery.channel, 'mail'));
  const newest = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(isMail, eq(delivery.state, 'sent')))
    .orderBy(desc(delivery.at))
    .limit(1);
  await db.update(delivery).set({ state: 'failed', why, at }).where(inArray(delivery.id, newest));
}

/** Removes deliveries of mails that joined another, or that nobody gets. */
export async function deleteDeliveries(db: Database, ids: readonly string[]): Promise<void> {
  await db.delete(delivery).where(inArray(delivery.id, [...ids]));
}

/** Deletes deliveries from before an instant. */
export async function purgeDeliveryRows(db: Database, before: Date): Promise<void> {
  await db.delete(delivery).where(lt(delivery.at, before));
}
