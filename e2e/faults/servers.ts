import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture } from '../support/portal.ts';
import { Client } from './client.ts';
import { until } from './expect.ts';
import { Ledger } from './ledger.ts';
import { startPostgres, startStorage, urlOf } from './modules.ts';
import { FaultyPortal } from './portal.ts';
import { findPrograms, whyWithout } from './programs.ts';
import { doubled, finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';
import { startProgram, type Watched } from './watched.ts';
import { startWriters } from './writers.ts';

const count = 3;

/** Each server is lost so often, by turns killed and told to stop. */
const most = 4;

/** HAProxy, which leads each request to a server that says that it is ready. */
async function startProxy(folder: string, port: number, portals: readonly FaultyPortal[]): Promise<Watched> {
  const file = path.join(folder, 'haproxy.cfg');
  const servers = portals.map(({ url }, n) => `  server portal${n} ${new URL(url).host}`);
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  option redispatch',
    'listen portal',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    '  option httpchk GET /health/ready',
    '  http-check expect status 200',
    '  default-server check inter 500ms fall 1 rise 1',
    ...servers,
    '',
  ];
  await writeFile(file, lines.join('\n'));
  return startProgram([findPrograms('patroni').haproxy, '-db', '-f', file], undefined, folder);
}

/** Three servers on one database and one bucket, behind a proxy: whichever is lost, the others keep what was promised. */
async function oneOfThree({ port, rounds, tell }: Scale): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-three-'));
  const postgres = await startPostgres(path.join(folder, 'data'));
  const storage = await startStorage();
  const database = { DATABASE_URL: urlOf(postgres) };
  const shared = { ...database, STORAGE_URL: storage.url('files'), SECRET_KEY: '5b0f8d3e9c1a7246f0e1d2c3b4a59687' };
  const portals: FaultyPortal[] = [];
  for (let n = 1; n <= count; n += 1) portals.push(await FaultyPortal.create(port + n, shared));
  const [first] = portals as [FaultyPortal];
  const ledger = new Ledger();
  const recording = await readFile(fixture('statement.wav'));
  const url = `http://127.0.0.1:${port}`;
  let proxy: Watched | undefined;
  let failures = 0;
  try {
    for (const portal of portals) await portal.start();
    proxy = await startProxy(folder, port, portals);
    await until('the proxy', async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok);
    const losses = count * Math.min(rounds, most);
    for (let round = 0; round < losses; round += 1) {
      const portal = portals[round % count]!;
      const client = await Client.signIn(url);
      const writers = startWriters({ client, ledger, recording, name: `Three servers, round ${round}`, count: 6 });
      await sleep(500 + Math.random() * 1_000);
      const isKilled = Math.floor(round / count) % 2 === 0;
      await (isKilled ? portal.killServer() : portal.stop());
      // The others go on meanwhile.
      const before = ledger.entries.size;
      await until('success with two servers', () => ledger.entries.size > before + 5);
      await portal.start();
      await writers.stop();
      failures += writers.failures();
      await ledger.check(url);
      if (round % count === count - 1)
        tell(`loss ${round + 1} of ${losses}: ${ledger.entries.size} answered with success, ${ledger.lost.size} lost`);
    }
    // Each alone has everything.
    for (const portal of portals) await ledger.checkAll(portal.url);
    const faults = await doubled({ ...postgres.connection, database: 'baraza' }, 'Three servers');
    faults.push(...(await finalFaults(first, shared)));
    return outcome(
      ledger,
      faults,
      `${losses} times one of three was killed or stopped; ${failures} answers without success`,
    );
  } finally {
    await proxy?.kill();
    for (const portal of portals) await portal.remove();
    await postgres.stop();
    storage.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
  }
}

const skip = () => whyWithout('patroni');

export const servers: readonly Scenario[] = [
  { name: 'one of three servers behind a proxy lost', short: false, skip, run: oneOfThree },
];
