import { asc, between, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { readPages } from '../../../db/read-pages.ts';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';
import { newestReply } from '../../../domain/apply-transition.ts';
import {
  isErased,
  isFactual,
  isVerbatim,
  type SealedEvent,
  type Statement,
  statementDigest,
  statementOf,
} from './sealed-event.ts';

/** Checks the history of every complaint. Calls `fault` with a line for each fault. */
export async function verifyHistory(db: Database, fault: (line: string) => void, batch = 1_000) {
  const sum = { complaints: 0, events: 0, erased: 0 };
  for await (const histories of readPages(batch, (last?: { id: string }) => readHistories(db, last?.id, batch))) {
    for (const { trackingId, claim, events } of histories) {
      sum.complaints += 1;
      sum.events += events.length;
      sum.erased += events.filter(isErased).length;
      for (const { seq, kind, detail } of checkHistory(claim, events)) {
        fault(`${trackingId} ${seq === null ? 'row' : `event ${seq}`} ${kind}: ${detail}`);
      }
    }
  }
  for (const { complaintId, seq } of await readOrphans(db))
    fault(`${complaintId} event ${seq} extra: its complaint is missing`);
  return sum;
}

/** Columns of a complaint that its events determine. */
const { state, cycle, version, reply, mdaId, categoryId, outcome, mergedIntoId } = complaint;
const claimed = { state, cycle, version, reply, mdaId, categoryId, outcome, mergedIntoId };
export type Claim = Statement & Pick<typeof complaint.$inferSelect, keyof typeof claimed>;

/** Reads the histories of the next complaints; `verifyLog` reads all as of one moment. */
async function readHistories(db: Database, after: string | undefined, limit: number) {
  const rows = await db
    .select({ ...pick(complaint, ['id', 'trackingId']), claim: { ...claimed, ...statementOf(complaint) } })
    .from(complaint)
    .where(after === undefined ? undefined : gt(complaint.id, after))
    .orderBy(asc(complaint.id))
    .limit(limit);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const events = await db
    .select(getTableColumns(complaintEvent))
    .from(complaintEvent)
    .where(between(complaintEvent.complaintId, first.id, last.id))
    .orderBy(asc(complaintEvent.complaintId), asc(complaintEvent.seq));
  const byComplaint = new Map<string, SealedEvent[]>(rows.map((row) => [row.id, []]));
  for (const event of events as SealedEvent[]) byComplaint.get(event.complaintId)?.push(event);
  return rows.map((row) => ({ ...row, events: byComplaint.get(row.id) ?? [] }));
}

/** Lists events without a complaint, which only direct changes to the database leave. */
function readOrphans(db: Database) {
  return db
    .select({ complaintId: complaintEvent.complaintId, seq: complaintEvent.seq })
    .from(complaintEvent)
    .leftJoin(complaint, eq(complaint.id, complaintEvent.complaintId))
    .where(sql`${complaint.id} is null`)
    .limit(100);
}

interface Fault {
  /** Null: the complaint's own row. */
  readonly seq: number | null;
  readonly kind: 'altered' | 'differs';
  readonly detail: string;
}

/** Checks the digests of a history, sorted by number, and compares the complaint's row. */
export function checkHistory(claim: Claim, events: readonly SealedEvent[]): Fault[] {
  return [...events.flatMap(checkEvent), ...compare(claim, events)];
}

function checkEvent(event: SealedEvent): Fault[] {
  const altered = (detail: string): Fault => ({ seq: event.seq, kind: 'altered', detail });
  if (!isFactual(event)) return [altered('what happened does not fit its digest')];
  if (!isErased(event) && !isVerbatim(event)) return [altered('what was said does not fit its digest')];
  return [];
}

function compare(claim: Claim, events: readonly SealedEvent[]): Fault[] {
  const newest = events.at(-1);
  const last = (...named: SealedEvent['action'][]) => events.findLast((event) => named.includes(event.action));
  const said = (event: SealedEvent | undefined, key: string) => (event?.data?.[key] ?? null) as string | null;
  const fault = (detail: string): Fault => ({ seq: null, kind: 'differs', detail });
  const differs = (what: string, is: string | number | null, should: string | number | null): Fault[] =>
    is === should ? [] : [fault(`its ${what} is ${is ?? 'none'}; by its history it is ${should ?? 'none'}`)];
  if (newest?.seq !== claim.version) return differs('version', claim.version, newest?.seq ?? null);
  const moved = last('acceptTransfer', 'decideTransfer');
  const categorised = last('categorise');
  const resolved = last('resolve');
  const isResolved = resolved?.cycle === newest.cycle;
  const isMerged = newest.toState === 'merged';
  return [
    ...differs('state', claim.state, newest.toState),
    ...differs('cycle', claim.cycle, newest.cycle),
    ...(isAsStated(claim, events) ? [] : [fault('what the citizen wrote is not what was filed')]),
    ...(repliesAs(claim.reply, events) ? [] : [fault('its reply is not the newest one of its history')]),
    ...(moved ? differs('MDA', claim.mdaId, said(moved, 'mda')) : []),
    ...(categorised ? differs('category', claim.categoryId, said(categorised, 'category')) : []),
    ...differs('outcome', claim.outcome, isResolved ? said(resolved, 'outcome') : null),
    ...differs('parent', claim.mergedIntoId, isMerged ? said(last('merge'), 'parent') : null),
  ];
}

/** Whether the words are those of the filing; true for erased ones, which cannot be compared. */
function isAsStated(statement: Statement, [filing]: readonly SealedEvent[]): boolean {
  return filing === undefined || isErased(filing) || filing.data?.['statement'] === statementDigest(statement);
}

/** Whether the reply is the newest one; true for an erased one, which cannot be compared. */
function repliesAs(reply: string | null, events: readonly SealedEvent[]): boolean {
  const newest = newestReply(events);
  return newest !== undefined && isErased(newest) ? true : reply === (newest?.text ?? null);
}
