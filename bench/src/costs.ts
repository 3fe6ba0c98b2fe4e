import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { FilledDatabase } from './cluster.ts';

/** Total costs of some requests. */
export interface Costs {
  /** Processor time of the application, in milliseconds. */
  readonly app: number;
  /** Processor time of PostgreSQL with its background work, in milliseconds. */
  readonly database: number;
  readonly trips: number;
  /** Milliseconds for which PostgreSQL planned statements. */
  readonly planning: number;
  /** Pages of 8 kB read from memory or disk. */
  readonly blocks: number;
  /** Bytes of write-ahead log. */
  readonly wal: number;
}

/** Linux counts processor time in hundredths of a second. */
const tick = 10;

/** Reads the total costs of servers and their database so far. */
export async function readCosts({ connection, folder }: FilledDatabase, ...pids: readonly number[]): Promise<Costs> {
  const client = new pg.Client({ ...connection, user: 'postgres' });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements');
    const { rows } = await client.query<Record<'trips' | 'planning' | 'blocks' | 'wal', number>>(`
      select sum(calls)::float8 as trips, sum(total_plan_time) as planning, sum(shared_blks_hit + shared_blks_read)::float8 as blocks,
        (pg_current_wal_insert_lsn() - '0/0')::float8 as wal
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`);
    const server = Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return { ...rows[0]!, app: pids.reduce((sum, pid) => sum + timeOf(pid).own, 0), database: timeOfTree(server) };
  } finally {
    await client.end();
  }
}

/** Returns the costs of each request between two readings. */
export function costsOfEach(before: Costs, after: Costs, requests: number): Costs {
  const names = Object.keys(before) as (keyof Costs)[];
  return Object.fromEntries(names.map((name) => [name, (after[name] - before[name]) / requests])) as unknown as Costs;
}

function timeOf(pid: number | string): { parent: number; own: number; ended: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [own, ended] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!];
    return { parent: fields[1]!, own: own * tick, ended: ended * tick };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
}

function timeOfTree(server: number): number {
  const { own, ended } = timeOf(server);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(timeOf);
  return children.filter(({ parent }) => parent === server).reduce((sum, child) => sum + child.own, own + ended);
}
