import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, lt, ne, or, sql, type SQLWrapper } from 'drizzle-orm';
import type { MessageDelivery } from '@baraza/contract/complaint/history-entry';
import { hmacSha256 } from '../crypto/digest.ts';
import type { Settings } from '../config/settings.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../db/database.ts';
import { type DeliveryState, delivery } from '../db/schema/tables.ts';

/** Hashes what a gateway calls a message, in or out. */
export const hashGatewayId = ({ number }: Pick<Keys, 'number'>, channel: string, id: string): string =>
  hmacSha256(number, `message ${channel} ${id}`).toString('base64url');

/** Where a state stands: reports come late and in any order. Nothing follows on a reading. */
const rankOf = (state: SQLWrapper) =>
  sql`array_position(array['queued','sent','failed','delivered','read'], ${state}::text)`;

export type Delivery = typeof delivery.$inferSelect;

/** Records the outcome of an attempt to send; returns how it stands, or nothing where a report came before. */
export async function recordDelivery(db: Database, row: typeof delivery.$inferInsert): Promise<Delivery[]> {
  const { id, channel, steps, state, why = null, externalId = null, at } = row;
  // A failure counts once: the gateway may have reported it.
  const than = state === 'failed' ? sql`>` : sql`>=`;
  const isNewer = sql`${rankOf(sql`${state}`)} ${than} ${rankOf(delivery.state)}`;
  // What no gateway reported is ours to correct: an operator may let it be tried again.
  const setWhere = or(eq(delivery.channel, 'mail'), sql`${delivery.why} ~ '^E(SMS|WHATSAPP)'`, isNewer);
  const upsert = (tx: Database) =>
    tx
      .insert(delivery)
      .values(row)
      .onConflictDoUpdate({ target: delivery.id, set: { channel, steps, state, why, externalId, at }, setWhere })
      .returning();
  if (externalId === null) return upsert(db);
  return db.transaction(async (tx) => {
    await lockReports(tx, externalId);
    const noted = await upsert(tx);
    const isEarly = and(eq(delivery.channel, channel), eq(delivery.externalId, externalId), ne(delivery.id, id));
    const [early] = await tx.delete(delivery).where(isEarly).returning();
    if (!early) return noted;
    const isNews = sql`${rankOf(sql`${early.state}`)} > ${rankOf(delivery.state)}`;
    const { state: reported, why: reason, at: reportedAt } = early;
    const known = await tx
      .update(delivery)
      .set({ state: reported, why: reason, at: reportedAt })
      .where(and(eq(delivery.id, id), isNews))
      .returning();
    return known.length > 0 ? known : noted;
  });
}

/** Locks a message, so that its reports and its record are written one after another. */
const lockReports = (tx: Database, externalId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${externalId}, 0))`);

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

interface Report {
  readonly id: string;
  readonly state: DeliveryState;
  readonly why: string;
  readonly at: Date;
}

/** Records the report of a gateway about a message, by our id or its own; returns what it changed. */
export async function reportDelivery(
  db: Database,
  keys: Pick<Keys, 'number'>,
  channel: string,
  { id, state, why, at }: Report,
): Promise<Delivery[]> {
  const externalId = hashGatewayId(keys, channel, id);
  const ofGateway = eq(delivery.externalId, externalId);
  // What waits for its first attempt is noted as a mail.
  const isOfChannel = or(eq(delivery.channel, channel), eq(delivery.state, 'queued'));
  const ofOurs = isUuid.test(id) ? and(eq(delivery.id, id), isOfChannel) : undefined;
  const isIt = or(ofOurs, and(eq(delivery.channel, channel), ofGateway));
  return db.transaction(async (tx) => {
    await lockReports(tx, externalId);
    const isNews = sql`${rankOf(sql`${state}`)} > ${rankOf(delivery.state)}`;
    const known = await tx.$count(delivery, isIt);
    if (known > 0) return tx.update(delivery).set({ channel, state, why, at }).where(and(isIt, isNews)).returning();
    // It came before our own note of the message, which takes it over.
    return tx.insert(delivery).values({ id: randomUUID(), channel, externalId, steps: [], state, why, at }).returning();
  });
}

/** Columns of a delivery as the database has them: `by` is the channel. */
type StoredDelivery = Omit<MessageDelivery, 'by'> & { readonly by: string };

/** Names the kind of channel of a delivery. */
export function toMessageDelivery({ channels }: Pick<Settings, 'channels'>, { by, at, ...row }: StoredDelivery) {
  const isWhatsApp = channels.some(({ name, whatsapp }) => whatsapp && name === by);
  const kind = by === 'mail' ? by : isWhatsApp ? 'whatsapp' : 'phone';
  return { ...row, by: kind, at: new Date(at).toISOString() } satisfies MessageDelivery;
}

/** Selects the deliveries of messages to the citizen of a complaint, oldest first. */
export const deliveriesOf = (complaintId: SQLWrapper) => sql<StoredDelivery[]>`(
  select coalesce(json_agg(json_build_object('steps', steps::text[], 'by', channel,
    'state', state, 'why', why, 'at', at) order by at), '[]')
  from ${delivery} where ${delivery.complaintId} = ${complaintId} and steps <> '{}')`;

/** Records that the newest mail about a complaint came back; returns it. */
export async function reportBounce(db: Database, complaintId: string, why: string, at: Date): Promise<Delivery[]> {
  const isMail = and(eq(delivery.complaintId, complaintId), eq(delivery.channel, 'mail'));
  const newest = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(isMail, eq(delivery.state, 'sent')))
    .orderBy(desc(delivery.at))
    .limit(1);
  return db.update(delivery).set({ state: 'failed', why, at }).where(inArray(delivery.id, newest)).returning();
}

/** Removes deliveries of mails that joined another, or that nobody gets. */
export async function deleteDeliveries(db: Database, ids: readonly string[]): Promise<void> {
  await db.delete(delivery).where(inArray(delivery.id, [...ids]));
}

/** Deletes deliveries from before an instant. */
export async function purgeDeliveryRows(db: Database, before: Date): Promise<void> {
  await db.delete(delivery).where(lt(delivery.at, before));
}
