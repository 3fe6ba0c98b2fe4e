import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { maintenancePool } from '../db/database.ts';
import { eraseAccount, reapplyErasures } from '../features/people/privacy/erase-account.ts';
import { logFaults } from '../../test/support/log-faults.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { backUp, emptyPlace, type EmptyPlace, installationOf, restore } from '../../test/support/backups.ts';
import { createScene } from '../../test/support/complaints.ts';
import { findBackup } from './backup-store.ts';
import { addKnownErasures } from './erasures.ts';

let api: TestApp;
let place: EmptyPlace;
let folder: string;

beforeEach(async () => {
  api = await createTestApp();
  place = await emptyPlace();
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-erased-'));
});
afterEach(async () => {
  await place.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const canary = 'Zebulonius';

/** Lists the tables of the restored database that contain the person. */
async function traces(): Promise<string[]> {
  const pool = maintenancePool(place.database.pool);
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await pool.query(`select from ${name} t where t::text ilike $1`, [`%${canary}%`]);
    if ((hits.rowCount ?? 0) > 0) found.push(name);
  }
  await pool.end();
  return found;
}

/** Restores a backup and repeats the erasures as a starting server does; returns their number. */
async function restoreFirst(first: string): Promise<number> {
  const target = path.join(folder, first);
  const spot = await findBackup(target, () => {});
  const { settings, files, database } = place;
  await restore(target, place, (client) => addKnownErasures(client, spot, settings.dataDir));
  return reapplyErasures({ ...api.services, db: database.db, files, settings });
}

async function personWithComplaint(): Promise<string> {
  const scene = await createScene(api);
  const person = await api.citizen({
    firstName: canary,
    lastName: 'Ojo',
    email: `${canary.toLowerCase()}@town.example`,
  });
  await scene.file({ description: `<p>I, ${canary} Ojo, have no water.</p>` }, person);
  return person.id;
}

test('restoring a backup erases again who was erased since, from the list in a later backup', async () => {
  const id = await personWithComplaint();
  const first = await backUp(installationOf(api), folder);
  await eraseAccount(api.services, id);
  const second = await backUp(installationOf(api), folder);
  // The list outlives its backup.
  await rm(path.join(folder, second.spot.name), { recursive: true });
  expect(await restoreFirst(first.spot.name)).toBe(1);
  expect(await traces()).toEqual([]);
  expect(await logFaults({ services: { ...api.services, db: place.database.db } })).toEqual([]);
});

test('restoring a backup erases again who was erased since, from the list in the data folder', async () => {
  const id = await personWithComplaint();
  const first = await backUp(installationOf(api), folder);
  await eraseAccount(api.services, id);
  const list = path.join(place.settings.dataDir, 'erasures.jsonl');
  await cp(path.join(api.services.settings.dataDir, 'erasures.jsonl'), list);
  // As left by a crash while the next one was written.
  await appendFile(list, '{"account_id":"12');
  expect(await restoreFirst(first.spot.name)).toBe(1);
  expect(await traces()).toEqual([]);
});

test('without any list of erasures, a restored backup contains the person', async () => {
  await personWithComplaint();
  const first = await backUp(installationOf(api), folder);
  expect(await restoreFirst(first.spot.name)).toBe(0);
  expect(await traces()).toEqual(expect.arrayContaining(['account', 'complaint']));
});

test('a damaged list of erasures ends a restore with an empty database', { tags: 'full' }, async () => {
  await personWithComplaint();
  const first = await backUp(installationOf(api), folder);
  const list = path.join(place.settings.dataDir, 'erasures.jsonl');
  await writeFile(list, '{"account_id":"nobody"}\n');
  await expect(restoreFirst(first.spot.name)).rejects.toThrow(/^A list of erasures is damaged: /u);
  expect(await traces()).toEqual([]);
  await rm(path.join(place.settings.dataDir, 'files'), { recursive: true });
  await writeFile(list, 'not json\nneither\n');
  await expect(restoreFirst(first.spot.name)).rejects.toThrow(/^A list of erasures is damaged: /u);
  await rm(path.join(place.settings.dataDir, 'files'), { recursive: true });
  await rm(list);
  expect(await restoreFirst(first.spot.name)).toBe(0);
  await expect(restoreFirst(first.spot.name)).rejects.toThrow(/is not empty/u);
});
