import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { FilledDatabase } from './cluster.ts';

/** What a number of requests took, together. */
export interface Costs {
  /** Milliseconds of processor time of the application. */
  readonly app: number;
  /** The same of PostgreSQL, with what it does by itself. */
  readonly database: number;
  readonly trips: number;
  /** Of 8 kB, from memory or disk. */
  readonly blocks: number;
  /** Bytes written ahead. */
  readonly wal: number;
}

/** Linux counts processor time in hundredths of a second. */
const tick = 10;

/** Reads what a server and its database have cost up to now; the differences of two readings are the costs between them. */
export async function readCosts({ connection, folder }: FilledDatabase, pid: number): Promise<Costs> {
  const client = new pg.Client({ ...connection, user: 'postgres' });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements');
    const { rows } = await client.query<Record<'trips' | 'blocks' | 'wal', number>>(`
      select sum(calls)::float8 as trips, sum(shared_blks_hit + shared_blks_read)::float8 as blocks,
        (pg_current_wal_insert_lsn() - '0/0')::float8 as wal
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`);
    const server = Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return { ...rows[0]!, app: timeOf(pid).own, database: timeOfTree(server) };
  } finally {
    await client.end();
  }
}

/** What each request cost between two readings. */
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
