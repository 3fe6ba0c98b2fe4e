import { setTimeout as sleep } from 'node:timers/promises';
import { formatPromise } from '@baraza/transparency-log';
import { signerOf, signNote } from '@baraza/transparency-log/sign';
import pg from 'pg';
import { isSmall } from '../small.ts';
import type { Row } from '../table.ts';
import type { Cluster, FilledDatabase } from './cluster.ts';
import { fileOurs } from './compare.ts';
import { readCosts } from './costs.ts';
import { load } from './load.ts';
import { servePortal } from './portal.ts';
import { sizeWord } from './sizes.ts';
import { takeTurns } from './turns.ts';

const connections = 4;
const requests = isSmall ? 100 : 500;
/** Many short turns: what else the machine does meanwhile falls on both alike. */
const times = isSmall ? 1 : 25;
const most = 0.05;

/** What the log costs at filing: complaints filed with it and without it, in turns. */
export async function logRows(cluster: Cluster, [size]: readonly number[]): Promise<Row[]> {
  if (size === undefined) return [];
  const database = await cluster.database(size);
  const client = new pg.Client({ ...database.connection, user: 'postgres' });
  await client.connect();
  // What another part has left was sealed with another key, and would never be sent.
  await client.query('delete from mail_outbox');
  const portal = await servePortal(4320, { DATABASE_URL: database.url });
  try {
    const turn = (verb: 'enable' | 'disable') => async () => {
      await client.query(`alter table complaint_event ${verb} trigger complaint_event_log`);
      return costOfFiling(client, database, portal);
    };
    await turn('enable')();
    const what = 'processor ms of a filing with the log | without';
    const [on, withoutEvents] = await takeTurns(what, turn('enable'), turn('disable'), times);
    // The server signs a promise at each filing, whatever the database does.
    const off = withoutEvents - (await costOfPromise());
    return [
      {
        what: `the log at filing, at ${sizeWord(size)}`,
        measured: `${on.toFixed(2)} ms instead of ${off.toFixed(2)}: ${((on / off - 1) * 100).toFixed(1)} % more`,
        limit: `≤ ${most * 100} % more`,
        holds: on / off - 1 <= most,
      },
    ];
  } finally {
    await client.query('alter table complaint_event enable trigger complaint_event_log');
    await client.end();
    await portal.stop();
  }
}

/** Processor time of application and database for one complaint, until it is in the log and its mail is sent. */
async function costOfFiling(
  client: pg.Client,
  database: FilledDatabase,
  { port, pid }: { readonly port: number; readonly pid: number },
): Promise<number> {
  const before = await readCosts(database, pid);
  await load({ port, connections, status: 201, next: fileOurs, until: { requests } });
  const waiting = 'select from log_pending union all select from mail_outbox limit 1';
  while ((await client.query(waiting)).rowCount !== 0) await sleep(50);
  const after = await readCosts(database, pid);
  return (after.app + after.database - before.app - before.database) / requests;
}

async function costOfPromise(): Promise<number> {
  const origin = 'portal.example/log';
  const signer = signerOf(origin, new Uint8Array(32));
  const text = formatPromise({ origin, entry: new Uint8Array(32), at: new Date() });
  const { user } = process.cpuUsage();
  for (let count = 0; count < requests; count += 1) signNote(text, signer);
  return (process.cpuUsage().user - user) / 1_000 / requests;
}
