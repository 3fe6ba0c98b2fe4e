import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { login, getUserMda } from '@baraza/contract/account/account';
import { createClient } from '@baraza/contract/core/client';
import { getDeskComplaint } from '@baraza/contract/complaint/desk';
import { transitionComplaint } from '@baraza/contract/complaint/transition';
import { demoPassword } from '../support/portal.ts';
import { Client } from './client.ts';
import type { Drill, Scale, Scenario } from './drill.ts';
import type { Connection } from './evidence.ts';
import { startHaproxy } from './haproxy.ts';
import { buildRelease, hasNewSchema, lastRelease } from './last-release.ts';
import { startPostgres, startStorage, urlOf } from './modules.ts';
import type { FaultyPortal } from './portal.ts';
import { whyWithout } from './programs.ts';
import { until } from './until.ts';

/** Losses of each server, by turns killed and stopped. */
const mostLosses = 4;

interface Fleet {
  /** Settings of every server: one database, one bucket, one key. */
  readonly settings: Record<string, string>;
  readonly database: Connection;
  readonly folder: string;
}

/** Starts the database and the object storage that several servers share. */
async function startFleet(drill: Drill): Promise<Fleet> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-fleet-'));
  drill.atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 }));
  const postgres = await startPostgres(path.join(folder, 'data'));
  drill.atEnd(() => postgres.stop());
  const storage = await startStorage();
  drill.atEnd(() => storage.close());
  const shared = { STORAGE_URL: storage.url('files'), SECRET_KEY: '5b0f8d3e9c1a7246f0e1d2c3b4a59687' };
  return {
    settings: { DATABASE_URL: urlOf(postgres), ...shared },
    database: { ...postgres.connection, database: 'baraza' },
    folder,
  };
}

/** Loses one of three servers behind a proxy repeatedly: the other two keep acknowledged complaints and continue. */
async function oneOfThree(drill: Drill, { port, rounds, tell }: Scale): Promise<string> {
  const { settings, database, folder } = await startFleet(drill);
  const portals: FaultyPortal[] = [];
  for (const own of [port + 1, port + 2, port + 3]) portals.push(await drill.portal(own, settings));
  for (const portal of portals) await portal.start();
  const proxy = await startHaproxy(folder, port, {
    check: 'GET /health/ready',
    servers: portals.map(({ url }, n) => `portal${n} ${new URL(url).host}`),
  });
  drill.atEnd(() => proxy.kill());
  const url = `http://127.0.0.1:${port}`;
  await until('the proxy', async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok);
  const { ledger } = drill;
  const losses = portals.length * Math.min(rounds, mostLosses);
  for (let round = 0; round < losses; round += 1) {
    const portal = portals[round % portals.length]!;
    const writers = drill.write(await Client.signIn(url), `three servers, round ${round}`, { count: 6 });
    await sleep(500 + Math.random() * 1_000);
    const isKilled = Math.floor(round / portals.length) % 2 === 0;
    await (isKilled ? portal.killServer() : portal.stop());
    const before = ledger.entries.size;
    await until('success with two servers', () => ledger.entries.size > before + 5);
    await portal.start();
    await writers.stop();
    await ledger.check(url);
    tell(`loss ${round + 1} of ${losses}: ${ledger.entries.size} acknowledged, ${ledger.lost.size} lost`);
  }
  for (const portal of portals) await ledger.checkAll(portal.url);
  await drill.settle(portals[0]!, database, settings);
  return `${losses} times one of three was killed or stopped; ${drill.failures} answers without success`;
}

/**
 * Starts this version beside the last release, which serves on while the schema is migrated under it. No request fails, each
 * server finds what the other accepted, and the release does not start again on a newer schema.
 */
async function rollingStart(drill: Drill, { port, ...scale }: Scale): Promise<string> {
  const before = scale.before ?? buildRelease(lastRelease()!, drill);
  const fleet = await startFleet(drill);
  const { database } = fleet;
  const settings = { ...fleet.settings, DEMO_COMPLAINTS: '10000' };
  const previousServer = path.join(path.resolve(before), 'apps/api/dist');
  const older = await drill.portal(port, settings, previousServer);
  const newer = await drill.portal(port + 1, settings);
  const late = await drill.portal(port + 2, settings, previousServer);
  const write = async (portal: FaultyPortal) => {
    const size = drill.ledger.entries.size + 30;
    const writers = drill.write(await Client.signIn(portal.url), `rolling start at ${portal.url}`);
    await until('thirty acknowledged complaints', () => drill.ledger.entries.size > size);
    return writers;
  };

  await older.start();
  const officer = await signInOfficer(older.url);
  const citizen = await Client.signIn(older.url, 'citizen2@demo.example', officer.mda);
  const writers = [await write(older)];
  await newer.start();
  writers.push(await write(newer));

  drill.expect('the previous version is ready', await older.isReady(), true);
  for (const portal of [newer, older]) {
    const client = await Client.signIn(portal.url, 'citizen2@demo.example', officer.mda);
    await officer.start(await drill.file(client, `started by the officer, filed at ${portal.url}`));
  }
  await drill.file(citizen, 'by a citizen who signed in before the migration');
  if (hasNewSchema(before)) {
    const exitCode = await new Promise((resolve) => late.spawn().once('exit', resolve));
    drill.expect('exit code of the previous version, started again', exitCode, 1);
    drill.expect('its line', late.output.includes('was made by another version of this program'), true);
  }

  for (const each of writers) await each.stop();
  drill.expect('answers without success', drill.failures, 0);
  await drill.ledger.checkAll(older.url);
  await older.stop();
  await drill.settle(newer, database, settings);
  return `both versions accepted complaints on ${hasNewSchema(before) ? 'the new' : 'one'} schema`;
}

/** Signs an officer of the sample data in at one server. */
async function signInOfficer(url: string) {
  let token: string | null = null;
  const call = createClient({ baseUrl: `${url}/api`, token: () => token });
  const body = { email: 'officer@demo.example', password: demoPassword, type: 'mda' };
  ({ token } = await call(login, { body }));
  return {
    mda: (await call(getUserMda))!.id,
    /** Starts work on a complaint that has no assignee. */
    async start(id: string): Promise<void> {
      const { version } = await call(getDeskComplaint, { params: { id } });
      await call(transitionComplaint, { params: { id, action: 'start' }, body: { version } });
    },
  };
}

const whyNoProxy = () => whyWithout('patroni');
const whyNoPrevious = ({ before }: Scale) =>
  (before ?? lastRelease())
    ? undefined
    : 'there is no release yet: a built clone stands in for it with --before=FOLDER';

export const fleets: readonly Scenario[] = [
  { name: 'one of three servers behind a proxy lost', skip: whyNoProxy, run: oneOfThree },
  { name: 'rolling start beside the last release', skip: whyNoPrevious, run: rollingStart },
];
