import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg, { type QueryResultRow } from 'pg';
import { builtServer, type FaultyPortal } from './portal.ts';
import { until } from './until.ts';

export type Connection = pg.ClientConfig;

/** Begins the title of every complaint that a drill files. */
export const titlePrefix = 'Fault drill: ';

/** Connects to the embedded database of a portal. */
export function embeddedOf({ dataDir }: FaultyPortal, user = 'baraza'): Connection {
  const database = user === 'postgres' ? 'postgres' : 'baraza';
  return { host: path.join(dataDir, 'postgres-socket'), port: 5432, user, database, ssl: false };
}

/** Runs statements past row security and returns the rows of the last. */
export async function query<Row extends QueryResultRow>(
  connection: Connection,
  ...statements: readonly string[]
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const asSystem = `set baraza.scope = 'system'`;
const ofDrills = `from complaint where title like '${titlePrefix}%'`;

/** Lists complaints filed twice under one idempotency key. */
export async function findDuplicates(connection: Connection): Promise<string[]> {
  const twice = `select title ${ofDrills} group by title having count(*) > 1`;
  return (await query<{ title: string }>(connection, asSystem, twice)).map(({ title }) => `${title} is there twice`);
}

/** Lists complaints of an embedded database whose receipt mail never left the outbox. */
export async function findUnsentReceipts(portal: FaultyPortal): Promise<string[]> {
  const database = embeddedOf(portal);
  await until('an empty outbox', async () => {
    const waiting = 'select from mail_outbox union all select from announcement limit 1';
    return (await query(database, asSystem, waiting)).length === 0;
  });
  const rows = await query<{ id: string }>(database, asSystem, `select tracking_id as id ${ofDrills}`);
  const folder = path.join(portal.dataDir, 'outbox');
  const mails = await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')));
  const text = mails.join().replaceAll(/=\r?\n/gu, '');
  return rows.filter(({ id }) => !text.includes(id)).map(({ id }) => `no receipt of ${id} was sent`);
}

/** Runs a program of the server on the data of a portal. Returns why it failed, if it did. */
export function runProgram(
  { dataDir }: FaultyPortal,
  settings: Record<string, string>,
  name: string,
  ...words: readonly string[]
): Promise<string[]> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(builtServer, name), ...words], { env }, (error, stdout, stderr) => {
      const end = `${stdout}${stderr}`.trim().split('\n').slice(-3).join(' | ');
      resolve(error ? [`${name} ended with ${error.code}: ${end}`] : []);
    });
  });
}

/** Compares the history of every complaint with the digests in the log. */
export const verifyHistory = (portal: FaultyPortal, settings: Record<string, string>) =>
  runProgram(portal, settings, 'cli/verify-log.js');
