import type { Database } from '../../../db/database.ts';
import { checkHistory, type Claim } from './check-history.ts';
import { isErased, type SealedEvent } from './sealed-event.ts';
import { statementOf } from './statement-digest.ts';
import { and, asc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';

export interface Verdict {
  readonly complaints: number;
  readonly events: number;
  readonly erased: number;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Checks the history of every complaint. Calls `fault` with a line for each fault. */
export async function verifyHistory(db: Database, fault: (line: string) => void, batch = 1_000): Promise<Verdict> {
  const sum = { complaints: 0, events: 0, erased: 0 };
  let after: string | undefined = firstId;
  while (after !== undefined) {
    const histories: WholeHistory[] = await readHistories(db, after, batch);
    after = histories.length === batch ? histories.at(-1)?.id : undefined;
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

export interface WholeHistory {
  readonly id: string;
  readonly trackingId: string;
  readonly claim: Claim;
  /** Oldest first. */
  readonly events: readonly SealedEvent[];
}

/** Reads the histories of the next complaints, all as of one moment. */
async function readHistories(db: Database, after: string, limit: number): Promise<WholeHistory[]> {
  return db.transaction(
    async (tx) => {
      const { id, trackingId, state, cycle, version, reply, mdaId, categoryId, outcome, mergedIntoId } = complaint;
      const columns = { state, cycle, version, reply, mdaId, categoryId, outcome, mergedIntoId };
      const claim = { ...columns, ...statementOf(complaint) };
      const rows = await tx
        .select({ id, trackingId, claim })
        .from(complaint)
        .where(gt(complaint.id, after))
        .orderBy(asc(complaint.id))
        .limit(limit);
      const events = await tx
        .select(getTableColumns(complaintEvent))
        .from(complaintEvent)
        .where(and(gt(complaintEvent.complaintId, after), lte(complaintEvent.complaintId, rows.at(-1)?.id ?? after)))
        .orderBy(asc(complaintEvent.complaintId), asc(complaintEvent.seq));
      const byComplaint = new Map<string, SealedEvent[]>(rows.map(({ id }) => [id, []]));
      for (const event of events as SealedEvent[]) byComplaint.get(event.complaintId)?.push(event);
      return rows.map((row) => Object.assign(row, { events: byComplaint.get(row.id) ?? [] }));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Events without a complaint, which only somebody with the database in hand could leave. */
async function readOrphans(db: Database): Promise<{ complaintId: string; seq: number }[]> {
  return db
    .select({ complaintId: complaintEvent.complaintId, seq: complaintEvent.seq })
    .from(complaintEvent)
    .leftJoin(complaint, eq(complaint.id, complaintEvent.complaintId))
    .where(sql`${complaint.id} is null`)
    .limit(100);
}
