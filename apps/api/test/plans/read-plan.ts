import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';

/** A step of a plan as PostgreSQL reports it. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** Summary of a query's plan. */
export interface Reading {
  /** Access path to the rows of `complaint`. */
  readonly ways: string[];
  /** Number of those rows that were read. */
  readonly seen: number;
  /** Rows of the largest sort; 0 without a sort. */
  readonly sorted: number;
}

/** Runs a query and reads its plan. */
export async function readPlan(db: Database, query: SQLWrapper): Promise<Reading> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (analyze, format json) ${query.getSQL()}`,
  );
  const all = rows[0] ? nodesOf(rows[0]['QUERY PLAN'][0].Plan) : [];
  const reads = all.filter((it) => it['Relation Name'] === 'complaint');
  const seen = reads.map((it) => it['Actual Loops'] * (it['Actual Rows'] + (it['Rows Removed by Filter'] ?? 0)));
  const sorts = all.filter((it) => it['Node Type'] === 'Sort').flatMap((it) => it.Plans ?? []);
  const sorted = sorts.map((it) => it['Actual Loops'] * it['Actual Rows']);
  return {
    ways: reads.map((it) => it['Node Type']),
    seen: seen.reduce((sum, it) => sum + it, 0),
    sorted: Math.max(0, ...sorted),
  };
}

/** Returns a step and all below it. */
export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
