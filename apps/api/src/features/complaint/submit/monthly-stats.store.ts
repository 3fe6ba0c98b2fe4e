import { randomInt } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { insertSelect } from '../../../db/insert-select.ts';
import { mdaMonthlyStats } from '../../../db/schema/tables.ts';

/** Writers spread over so many rows for each MDA and month, so that none waits for another. */
const shards = 16;

export interface CounterChange {
  readonly mdaId: string;
  /** Volumes stand under the month of submission, in UTC. */
  readonly submittedAt: Date;
  readonly total: number;
  readonly resolved: number;
}

/** Adds to the volumes of an MDA. For a statement that holds more; with `from`, once for each row there. */
export function addToCounter({ mdaId, submittedAt, total, resolved }: CounterChange, from?: SQL): SQL {
  const row = { mdaId, month: monthOf(submittedAt), shard: randomInt(shards), total, resolved };
  return sql`${insertSelect(mdaMonthlyStats, row, from)}
    on conflict (mda_id, month, shard) do update
    set total = ${mdaMonthlyStats}.total + excluded.total, resolved = ${mdaMonthlyStats}.resolved + excluded.resolved`;
}

/** The first day of a month, as the counters name it. */
function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}
