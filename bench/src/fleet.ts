import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startHaproxy } from '../../e2e/faults/haproxy.ts';
import { until } from '../../e2e/faults/until.ts';
import type { Cluster, FilledDatabase } from './cluster.ts';
import { citizenQuestions, type Question } from './compare.ts';
import { costsOfEach, readCosts } from './costs.ts';
import { deskQuestions } from './desk.ts';
import { anyOf, load } from './load.ts';
import { servePortal, type Served } from './portal.ts';
import { type Reading, readingsOf } from './readers.ts';
import { isSmall, type Row, sizeWord } from './report.ts';

const seconds = isSmall ? 0.5 : 6;
const proxyPort = 4330;

/** Measures what a request costs servers and database with one, two and four servers behind a proxy; by that their number carries. */
export async function fleetRows(cluster: Cluster, sizes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  const database = await cluster.database(sizes[0]!);
  for (const count of [1, 2, 4]) {
    const folder = await mkdtemp(path.join(tmpdir(), 'baraza-bench-fleet-'));
    const portals: Served[] = [];
    try {
      for (let n = 1; n <= count; n += 1)
        portals.push(await servePortal(proxyPort + n, { DATABASE_URL: database.url, STORAGE_URL: '' }));
      const servers = portals.map(({ port }, n) => `portal${n} 127.0.0.1:${port}`);
      const proxy = await startHaproxy(folder, proxyPort, { check: 'GET /health/ready', servers });
      try {
        const url = `http://127.0.0.1:${proxyPort}/health/ready`;
        await until('the proxy', async () => (await fetch(url).catch(() => undefined))?.ok);
        const readings = readingsOf(database.size);
        const questions = [...(await citizenQuestions(database, readings)), ...(await deskQuestions(database))].filter(
          ({ what }) => !what.includes('search'),
        );
        for (const question of questions) rows.push(await measure(question, database, readings, portals));
      } finally {
        await proxy.kill();
      }
    } finally {
      for (const portal of portals.toReversed()) await portal.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

async function measure(
  { what, calls = 1, status, ours }: Question,
  database: FilledDatabase,
  readings: readonly Reading[],
  portals: readonly Served[],
): Promise<Row> {
  const next = () => ours(readings[anyOf(readings.length)]!);
  const run = (time: number) => load({ port: proxyPort, connections: 8, status, next, until: { seconds: time } });
  await run(seconds / 2);
  const pids = portals.map(({ pid }) => pid);
  const before = await readCosts(database, ...pids);
  const { count } = await run(seconds);
  const { app, database: ofDatabase } = costsOfEach(before, await readCosts(database, ...pids), count / calls);
  const carried = (1_000 * portals.length) / app;
  return {
    what: `${what} at ${sizeWord(database.size)}, servers: ${portals.length}`,
    measured: `${app.toFixed(2)} + ${ofDatabase.toFixed(2)} ms`,
    limit: '',
    holds: true,
    columns: {
      'servers carry /s': carried.toFixed(0),
      'cores of the database for that': ((carried * ofDatabase) / 1_000).toFixed(1),
    },
  };
}
