import { randomInt } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { insertSelect } from '../../../db/insert-select.ts';
import { mdaMonthlyStats } from '../../../db/schema/tables.ts';

/** Rows for each MDA and month: concurrent writers spread over them and do not wait for each other. */
const shards = 16;

export interface CounterChange {
  readonly mdaId: string;
  /** Volumes stand under the month of submission, in UTC. */
  readonly submittedAt: Date;
  readonly total: number;
  readonly resolved: number;
}

/** Adds to the monthly volumes of an MDA, as part of a statement; with `from`, once for each of its rows. */
export function addToCounter({ mdaId, submittedAt, total, resolved }: CounterChange, from?: SQL): SQL {
  const row = { mdaId, month: monthOf(submittedAt), shard: randomInt(shards), total, resolved };
  return sql`${insertSelect(mdaMonthlyStats, row, from)}
    on conflict (mda_id, month, shard) do update
    set total = ${mdaMonthlyStats}.total + excluded.total, resolved = ${mdaMonthlyStats}.resolved + excluded.resolved`;
}

/** First day of a month, the key of the counters. */
function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}
