import { mkdtemp, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { fixture } from '../support/portal.ts';
import { Client } from './client.ts';
import { Ledger } from './ledger.ts';
import { startPostgres, startStorage, urlOf } from './modules.ts';
import { copyFilled, FaultyPortal } from './portal.ts';
import { doubled, finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';
import { startWriters } from './writers.ts';

/** A database server that is restarted and then stays away: nobody is told that something was kept, and all goes on after. */
async function databaseAway({ port, away }: Scale): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-away-'));
  await copyFilled(folder, port);
  let postgres = await startPostgres(folder);
  const url = urlOf(postgres);
  const portal = new FaultyPortal(port, folder, { DATABASE_URL: url });
  const ledger = new Ledger();
  const faults: string[] = [];
  const recording = await readFile(fixture('statement.wav'));
  try {
    await portal.start();
    const client = await Client.signIn(portal.url);
    const writers = startWriters({ client, ledger, recording, name: 'Database away' });
    for (const pause of [0, away]) {
      await sleep(500);
      await postgres.stop();
      if (pause > 0 && (await portal.isReady())) faults.push('it says that it is ready without its database');
      await sleep(pause);
      postgres = await startPostgres(folder);
      await portal.ready();
    }
    await sleep(500);
    await writers.stop();
    await ledger.checkAll(portal.url);
    if (!portal.runs) faults.push('the server ended');
    const connection: pg.ClientConfig = { ...postgres.connection, database: 'baraza' };
    faults.push(...(await doubled(connection, 'Database away')), ...(await finalFaults(portal, { DATABASE_URL: url })));
    return outcome(
      ledger,
      faults,
      `restarted, and ${away / 1000} s away; ${writers.failures()} answers without success`,
    );
  } finally {
    await postgres.stop();
    await portal.remove();
  }
}

/** Without object storage a complaint with a file is refused for the moment, and one without is taken. */
async function storageAway({ port, away }: Scale): Promise<Outcome> {
  const storage = await startStorage();
  const portal = await FaultyPortal.create(port, { STORAGE_URL: storage.url('files') });
  const ledger = new Ledger();
  const faults: string[] = [];
  const recording = await readFile(fixture('statement.wav'));
  try {
    await portal.start();
    const client = await Client.signIn(portal.url);
    const writers = startWriters({ client, ledger, recording, name: 'Storage away' });
    // In a session of their own: the writers, who insist, may come to the limit of theirs.
    const other = await Client.signIn(portal.url, 'citizen2@demo.example');
    for (const how of [true, 'cut', 'mute'] as const) {
      await sleep(500);
      storage.away(how);
      await sleep(away / 3);
      const refused = await other.file(crypto.randomUUID(), 'With a file', recording).then(
        () => 'success',
        ({ status }: { status?: number }) => String(status),
      );
      if (refused !== '503') faults.push(`a file without storage was answered with ${refused}`);
      const title = `Without a file, ${how}`;
      const id = await other.file(crypto.randomUUID(), title, undefined);
      ledger.add({ id, title, by: other.email, sha256: null, state: 'submit' });
      storage.away(false);
    }
    await writers.stop();
    await ledger.checkAll(portal.url);
    return outcome(
      ledger,
      faults,
      `busy, cut off and silent, ${away / 3000} s each; ${writers.failures()} answers without success`,
    );
  } finally {
    await portal.remove();
    storage.close();
  }
}

/** Clients that send and read drop by drop must not keep the others waiting, nor stay for ever. */
async function slowClients({ port }: Scale): Promise<Outcome> {
  const portal = await FaultyPortal.create(port);
  const ledger = new Ledger();
  const faults: string[] = [];
  const sockets: ReturnType<typeof connect>[] = [];
  try {
    await portal.start();
    const client = await Client.signIn(portal.url);
    const slowest = async (name: string) => {
      let longest = 0;
      for (let n = 0; n < 30; n += 1) {
        const began = performance.now();
        const title = `${name}, complaint ${n}`;
        const id = await client.file(crypto.randomUUID(), title, undefined);
        ledger.add({ id, title, by: client.email, sha256: null, state: 'submit' });
        longest = Math.max(longest, performance.now() - began);
      }
      return Math.round(longest);
    };
    await slowest('Warming up');
    const alone = await slowest('Alone');
    for (let n = 0; n < 200; n += 1) sockets.push(dripping(port, n % 2 === 0));
    await sleep(2_000);
    const beside = await slowest('Beside slow clients');
    // Compared with the same computer at the same time, which may be busy with other things.
    if (beside > 3 * alone + 1_000)
      faults.push(`a complaint took ${beside} ms beside slow clients, and ${alone} ms alone`);
    await ledger.checkAll(portal.url);
    return outcome(ledger, faults, `the slowest took ${alone} ms alone and ${beside} ms beside 200 slow clients`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await portal.remove();
  }
}

/** Sends a body one byte each half second, or asks for something large and reads nothing. */
function dripping(port: number, writes: boolean): ReturnType<typeof connect> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const host = 'host: 127.0.0.1\r\n';
  if (!writes) {
    socket.pause();
    socket.write(`GET /api/openapi.json HTTP/1.1\r\n${host}\r\n`);
    return socket;
  }
  socket.write(`POST /api/login HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 1000\r\n\r\n`);
  const timer = setInterval(() => socket.write(' '), 500);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

export const outages: readonly Scenario[] = [
  { name: 'database restarted, then away', short: true, run: databaseAway },
  { name: 'object storage away', short: false, run: storageAway },
  { name: 'slow readers and writers', short: false, run: slowClients },
];
