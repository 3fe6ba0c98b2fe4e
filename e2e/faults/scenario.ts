import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { until } from './expect.ts';
import { builtServer, type FaultyPortal } from './portal.ts';
import type { Ledger } from './ledger.ts';

/** How a scenario went. */
export interface Outcome {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  /** What else was not as it should be. */
  readonly faults: readonly string[];
  /** For the table: what was seen. */
  readonly note: string;
}

export interface Scale {
  /** How often whatever is killed is killed. */
  readonly rounds: number;
  /** How long whatever goes away stays away, in milliseconds. */
  readonly away: number;
  /** The first of some that nobody else uses. */
  readonly port: number;
  /** A clone of the version before, built; a rolling start needs one. */
  readonly before?: string | undefined;
  /** Whether somebody wants no further rounds: what was promised so far is looked for, and that is the end. */
  readonly isEnough: () => boolean;
  /** How far it is, for whoever waits. */
  readonly tell: (line: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** Whether it belongs to the short form. */
  readonly short: boolean;
  /** Why it cannot run here. */
  readonly skip?: (scale: Scale) => string | undefined;
  run(scale: Scale): Promise<Outcome>;
}

/** Everything that was promised, looked at once more, and the history compared with its hashes. */
export async function finalFaults(portal: FaultyPortal, settings: Record<string, string> = {}): Promise<string[]> {
  const faults: string[] = [];
  const { code, output } = await verifyHistory({ DATA_DIR: portal.dataDir, ...settings });
  if (code !== 0) faults.push(`verify-log ended with ${code}: ${output.trim().split('\n').slice(-3).join(' | ')}`);
  return faults;
}

function verifyHistory(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...settings };
    execFile(process.execPath, [path.join(builtServer, 'cli/verify-log.js')], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

/** Complaints that are there twice although they were filed with one key. */
export async function doubled(connection: pg.ClientConfig, name: string): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`set baraza.scope = 'system'`);
    const { rows } = await client.query<{ title: string }>(
      'select title from complaint where title like $1 group by title having count(*) > 1',
      [`${name}%`],
    );
    return rows.map(({ title }) => `${title} is there twice`);
  } finally {
    await client.end();
  }
}

/** What was put off by a row in the commit of a complaint and never came: receipts by mail, and news for open screens. */
export async function unsent(portal: FaultyPortal, name: string): Promise<string[]> {
  const client = new pg.Client(embeddedOf(portal));
  await client.connect();
  try {
    await client.query(`set baraza.scope = 'system'`);
    await until('an empty outbox', async () => {
      const { rows } = await client.query('select from mail_outbox union all select from announcement limit 1');
      return rows.length === 0 || undefined;
    });
    const { rows } = await client.query<{ id: string }>('select tracking_id as id from complaint where title like $1', [
      `${name}%`,
    ]);
    const folder = path.join(portal.dataDir, 'outbox');
    const mails = await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')));
    const text = mails.join().replaceAll(/=\r?\n/gu, '');
    return rows.filter(({ id }) => !text.includes(id)).map(({ id }) => `no receipt of ${id} was sent`);
  } finally {
    await client.end();
  }
}

/** How to reach the embedded database of a portal. */
export function embeddedOf({ dataDir }: FaultyPortal, user = 'baraza'): pg.ClientConfig {
  const database = user === 'postgres' ? 'postgres' : 'baraza';
  return { host: path.join(dataDir, 'postgres-socket'), port: 5432, user, database, ssl: false };
}

export function outcome(ledger: Ledger, faults: readonly string[], note: string): Outcome {
  return { acknowledged: ledger.entries.size, lost: [...ledger.lost], faults, note };
}
