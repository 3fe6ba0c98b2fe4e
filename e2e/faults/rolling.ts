import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { getUserMda } from '@baraza/contract/account/account';
import { fixture } from '../support/portal.ts';
import { Client } from './client.ts';
import { Expectations, until } from './expect.ts';
import { Ledger } from './ledger.ts';
import { startPostgres, startStorage, urlOf } from './modules.ts';
import { Officer } from './people.ts';
import { FaultyPortal } from './portal.ts';
import { doubled, finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';
import { startWriters } from './writers.ts';

/**
 * A rolling start: the version before serves on while this one migrates the schema under it, and beside it afterwards. Nobody is
 * refused, each finds what the other took, and the version before does not start on the new schema again.
 */
async function besideTheVersionBefore({ port, before = '' }: Scale): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-rolling-'));
  const postgres = await startPostgres(path.join(folder, 'data'));
  const storage = await startStorage();
  const database = { DATABASE_URL: urlOf(postgres) };
  const shared = { ...database, STORAGE_URL: storage.url('files'), SECRET_KEY: '5b0f8d3e9c1a7246f0e1d2c3b4a59687' };
  const olderServer = path.join(path.resolve(before), 'apps/api/dist');
  const older = new FaultyPortal(port, path.join(folder, 'older'), shared, olderServer);
  const newer = new FaultyPortal(port + 1, path.join(folder, 'newer'), shared);
  const late = new FaultyPortal(port + 2, path.join(folder, 'late'), shared, olderServer);
  const ledger = new Ledger();
  const expect = new Expectations();
  const recording = await readFile(fixture('statement.wav'));
  const write = async ({ url }: FaultyPortal, name: string) =>
    startWriters({ client: await Client.signIn(url), ledger, recording, name: `Rolling, ${name}` });
  const more = async () => {
    const size = ledger.entries.size + 30;
    await until('success', () => ledger.entries.size > size);
  };
  try {
    await older.start();
    const officer = await Officer.signIn(older.url);
    const mda = (await officer.call(getUserMda))!.id;
    const citizen = await Client.signIn(older.url, 'citizen2@demo.example', mda);
    const first = await write(older, 'version before');
    await more();
    await newer.start();
    const second = await write(newer, 'this version');
    await more();
    expect.equals('the version before is ready', await older.isReady(), true);
    for (const portal of [newer, older]) {
      const client = await Client.signIn(portal.url, 'citizen2@demo.example', mda);
      const title = `Rolling, taken by the officer, ${portal === newer}`;
      const id = await client.file(crypto.randomUUID(), title, recording);
      await expect.succeeds('an officer at the version before', () => officer.start(id));
    }
    await expect.succeeds('a citizen who was signed in before', () =>
      citizen.file(crypto.randomUUID(), 'Since before', undefined),
    );
    const lateEnd = new Promise((resolve) => late.spawn().once('exit', resolve));
    expect.equals('the exit code of the version before, started anew', await lateEnd, 1);
    expect.equals('its line', late.output.includes('was made by another version of this program'), true);
    await first.stop();
    await second.stop();
    expect.equals('answers without success', first.failures() + second.failures(), 0);
    for (const portal of [older, newer]) await ledger.checkAll(portal.url);
    await older.stop();
    expect.faults.push(...(await doubled({ ...postgres.connection, database: 'baraza' }, 'Rolling')));
    expect.faults.push(...(await finalFaults(newer, shared)));
    return outcome(ledger, expect.faults, 'both versions took complaints on the new schema');
  } catch (error) {
    throw new Error(`${String(error)}\n${older.output}\n${newer.output}`, { cause: error });
  } finally {
    for (const portal of [older, newer, late]) await portal.remove();
    await postgres.stop();
    storage.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
  }
}

const skip = ({ before }: Scale) =>
  before === undefined ? 'it needs a built clone of the version before: --before=FOLDER' : undefined;

export const rolling: readonly Scenario[] = [
  { name: 'rolling start beside the version before', short: false, skip, run: besideTheVersionBefore },
];
