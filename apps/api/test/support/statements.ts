import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Scope } from '../../src/db/row-security/scope.ts';
import { scopeSetting } from '../../src/db/row-security/scope.ts';
import type { Services } from '../../src/services.ts';
import { nodesOf, type Plan } from '../plans/read-plan.ts';

/** A statement as sent to the database. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Unset for a statement planned anew each time. */
  readonly name: string | undefined;
  readonly scope: Scope;
}

interface Watched {
  /** Returns the statements that only read, since the last call. */
  taken(): Statement[];
  /** Returns the texts of all that some work sends, but those that tell a connection its scope. */
  sentBy(work: () => Promise<unknown>): Promise<string[]>;
}

/** Records every statement. Call before the first connection is made. */
export function watchStatements(): Watched {
  let statements: Statement[] = [];
  // The server sends statements of its own meanwhile.
  const working = new AsyncLocalStorage<string[]>();
  const scopes = new WeakMap<object, Scope>();
  const { query } = pg.Client.prototype;
  // Not a spy of Vitest, which restores those before each test.
  pg.Client.prototype.query = function note(this: pg.Client, ...words: unknown[]) {
    const [first, second] = words as [string | (Omit<pg.QueryConfig, 'text'> & { text?: string }), unknown];
    const config = typeof first === 'string' ? { text: first, name: undefined, values: undefined } : first;
    const values = config.values ?? (Array.isArray(second) ? (second as unknown[]) : []);
    const { text = '', name } = config;
    const isScope = text.includes(`set_config('${scopeSetting}'`);
    if (isScope) scopes.set(this, values[0] as Scope);
    else working.getStore()?.push(text);
    if (!isScope && /^\s*(select|with)\b/iu.test(text) && !/\b(insert into|update|delete from)\b/iu.test(text))
      statements.push({ text, values, name, scope: scopes.get(this) ?? 'system' });
    return Reflect.apply(query, this, words) as never;
  };
  return {
    taken() {
      const taken = statements;
      statements = [];
      return taken;
    },
    async sentBy(work) {
      const sent: string[] = [];
      await working.run(sent, work);
      return sent;
    },
  };
}

/** Number of runs after which PostgreSQL may choose a generic plan for a named statement. */
const runsToSettle = 6;

/** Runs a recorded statement again; returns every plan that PostgreSQL chooses for it. */
export async function plansOf({ scoped }: Pick<Services, 'scoped'>, statement: Statement): Promise<Plan[]> {
  const { text, values, name, scope } = statement;
  const { $client: pool } = scoped(scope) as ReturnType<Services['scoped']> & { $client: pg.Pool };
  const client = await pool.connect();
  const explain = async (what: string, given: readonly unknown[] = []) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${what}`, [
      ...given,
    ]);
    return rows[0]!['QUERY PLAN'][0].Plan;
  };
  try {
    const plans = [await explain(text, values)];
    if (name === undefined) return plans;
    await client.query(`prepare settled as ${text}`);
    for (let run = 0; run < runsToSettle; run++)
      plans.push(await explain(`execute settled${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`));
    await client.query('deallocate settled');
    return [plans[0]!, plans.at(-1)!];
  } finally {
    client.release();
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // Arrays of ids.
  if (Array.isArray(value)) return `'{${value.map(String).join(',')}}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

/** Parts of a plan whose time grows with the number of rows. */
export interface Findings {
  /** Rows read of each table. */
  readonly read: ReadonlyMap<string, number>;
  /** Tables that are read whole. */
  readonly whole: readonly string[];
  /** Rows of the largest sort. */
  readonly sorted: number;
}

/** Returns the rows that a step read. A step that never ran read one at most. */
function rowsOf(it: Plan): number {
  const removed = (it['Rows Removed by Filter'] ?? 0) + (it['Rows Removed by Index Recheck'] ?? 0);
  return it['Actual Loops'] * (it['Actual Rows'] + removed);
}

/** Summarises a plan. */
export function findingsOf(plan: Plan): Findings {
  const nodes = nodesOf(plan);
  const read = new Map<string, number>();
  for (const it of nodes) {
    const table = it['Relation Name'];
    if (table === undefined) continue;
    read.set(table, (read.get(table) ?? 0) + rowsOf(it));
  }
  const sorts = nodes.filter((it) => it['Node Type'].endsWith('Sort')).flatMap((it) => it.Plans ?? []);
  return {
    read,
    whole: nodes
      .filter((it) => it['Node Type'] === 'Seq Scan' && rowsOf(it) > 1)
      .map((it) => it['Relation Name'] ?? ''),
    sorted: Math.max(0, ...sorts.map((it) => it['Actual Loops'] * it['Actual Rows'])),
  };
}
