import { isSmall } from '../small.ts';
import type { Row } from '../table.ts';
import type { Cluster } from './cluster.ts';
import { categoryId, citizenToken, mdaId, mdas, sessions } from './fill.ts';
import { anyOf, formRequest, load } from './load.ts';
import { findPgbench, runPgbench, submissionScript } from './pgbench.ts';
import { servePortal } from './portal.ts';
import { sizeWord } from './sizes.ts';
import { takeTurns } from './turns.ts';

const connections = 16;
const seconds = isSmall ? 1 : 5;
const limit = 0.45;

/**
 * Filing a complaint over HTTP, with authentication, validation, event, counters and job, against pgbench, which runs the same SQL
 * as one prepared statement.
 */
export async function createRows(cluster: Cluster, sizes: readonly number[]): Promise<Row[]> {
  const program = await findPgbench();
  const script = submissionScript();
  const rows: Row[] = [];
  for (const size of sizes) {
    const database = await cluster.database(size);
    const portal = await servePortal(4320, { DATABASE_URL: database.url });
    try {
      const ask = { port: portal.port, connections, next: newComplaint, status: 201 };
      await load({ ...ask, until: { seconds: 2 } });
      await runPgbench(program, database, script, { connections, seconds: 1 });
      const [ours, theirs] = await takeTurns(
        `create at ${sizeWord(size)}, then pgbench, a second`,
        async () => (await load({ ...ask, until: { seconds } })).perSecond,
        () => runPgbench(program, database, script, { connections, seconds }),
      );
      const ratio = ours / theirs;
      rows.push({
        what: `create a complaint at ${sizeWord(size)}, ${connections} clients`,
        measured: `${ours.toFixed(0)}/s, ${(ratio * 100).toFixed(0)} % of pgbench's ${theirs.toFixed(0)}/s`,
        limit: `≥ ${limit * 100} %`,
        holds: ratio >= limit,
      });
    } finally {
      await portal.stop();
    }
  }
  return rows;
}

function newComplaint(): Buffer {
  const session = anyOf(sessions);
  const fields = {
    mda: mdaId(anyOf(mdas)),
    category: categoryId(anyOf(7)),
    title: 'No water in our street',
    description: '<p>The water has been gone since Monday.</p>',
    location: 'Station road',
    incidentDate: new Date().toISOString().slice(0, 10),
  };
  const sender = { token: citizenToken(session), network: session };
  return formRequest('/api/complaint', fields, sender, { 'idempotency-key': crypto.randomUUID() });
}
