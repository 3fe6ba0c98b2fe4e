import { and, asc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { complaint, complaintEvent, mda } from '../../../db/schema/tables.ts';
import type { Claim } from './check-history.ts';
import type { ChainedEvent } from './event-chain.ts';

export interface WholeHistory {
  readonly id: string;
  readonly trackingId: string;
  readonly claim: Claim;
  /** Oldest first. */
  readonly events: readonly ChainedEvent[];
}

/** The histories of the next complaints behind `after`, all as of one moment. */
export async function readHistories(db: Database, after: string, limit: number): Promise<WholeHistory[]> {
  return db.transaction(
    async (tx) => {
      const { id, trackingId, state, cycle, version, reply, mdaId, outcome, mergedIntoId } = complaint;
      const rows = await tx
        .select({ id, trackingId, claim: { state, cycle, version, reply, mdaId, outcome, mergedIntoId } })
        .from(complaint)
        .where(gt(complaint.id, after))
        .orderBy(asc(complaint.id))
        .limit(limit);
      const events = await tx
        .select(getTableColumns(complaintEvent))
        .from(complaintEvent)
        // A stretch of the index, not each complaint by itself.
        .where(and(gt(complaintEvent.complaintId, after), lte(complaintEvent.complaintId, rows.at(-1)?.id ?? after)))
        .orderBy(asc(complaintEvent.complaintId), asc(complaintEvent.seq));
      const byComplaint = new Map<string, ChainedEvent[]>(rows.map((it) => [it.id, []]));
      for (const event of events as ChainedEvent[]) byComplaint.get(event.complaintId)?.push(event);
      return rows.map((row) => Object.assign(row, { events: byComplaint.get(row.id) ?? [] }));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Events whose complaint is gone. A foreign key forbids them; whoever went behind it left them. */
export async function readOrphans(db: Database): Promise<{ complaintId: string; seq: number }[]> {
  return db
    .select({ complaintId: complaintEvent.complaintId, seq: complaintEvent.seq })
    .from(complaintEvent)
    .leftJoin(complaint, eq(complaint.id, complaintEvent.complaintId))
    .where(sql`${complaint.id} is null`)
    .limit(100);
}

export interface CountGap {
  readonly mdaName: string;
  /** YYYY-MM */
  readonly month: string;
  readonly counted: { readonly total: number; readonly resolved: number };
  readonly there: { readonly total: number; readonly resolved: number };
}

/** Months whose volumes are not those of the complaints: how a complaint that vanished whole shows. */
export async function readCountGaps(db: Database): Promise<CountGap[]> {
  const { rows } = await db.execute<Record<'name' | 'month', string> & Record<'ct' | 'cr' | 'tt' | 'tr', string>>(sql`
    select ${mda.name} as name, month, ct, cr, tt, tr from (
      select mda_id, month, sum(ct) as ct, sum(cr) as cr, sum(tt) as tt, sum(tr) as tr from (
        select mda_id, to_char(month, 'YYYY-MM') as month, total as ct, resolved as cr, 0 as tt, 0 as tr from mda_monthly_stats
        union all
        select mda_id, to_char(submitted_at at time zone 'UTC', 'YYYY-MM'), 0, 0, (state <> 'merged')::int, (state = 'resolved')::int from complaint
      ) as each_one group by mda_id, month
    ) as sums join ${mda} on ${mda.id} = mda_id
    where ct <> tt or cr <> tr order by name, month limit 100`);
  return rows.map(({ name, month, ct, cr, tt, tr }) => ({
    mdaName: name,
    month,
    counted: { total: Number(ct), resolved: Number(cr) },
    there: { total: Number(tt), resolved: Number(tr) },
  }));
}
