import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { submitComplaint } from '@baraza/contract/complaint/complaint';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  backUp,
  brokenFiles,
  contentsOf,
  emptyPlace,
  type EmptyPlace,
  guardsOf,
  installationOf,
  restore,
} from '../../test/support/backups.ts';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { logFaults } from '../../test/support/log-faults.ts';
import { photo, recording } from '../../test/support/media.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { type ObjectStorage, startObjectStorage } from '../../test/support/server/object-storage.ts';
import { readOutbox } from '../../test/support/server/outbox.ts';
import { submitComplaint as submit } from '../features/complaint/submit/submit-complaint.ts';
import { transitionComplaint } from '../features/complaint/transition/transition-complaint.ts';
import { openFiles } from '../files/files.ts';
import { runJobsOnce } from '../../test/support/server/run-jobs.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { work } from '../tasks.ts';
import { verifyBackup } from './backed-up-files.ts';
import { findBackup } from './backup-store.ts';
import { readManifest } from './manifest.ts';

let api: TestApp;
let scene: Scene;
let storage: ObjectStorage;
let folder: string;
let place: EmptyPlace;

beforeAll(async () => {
  api = await createTestApp();
  storage = await startObjectStorage();
  scene = await createScene(api);
  for (const state of ['received', 'resolved', 'awaiting_citizen', 'rejected'] as const) await scene.fileIn(state);
});
afterAll(async () => {
  storage.close();
  await api.close();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-backup-'));
  place = await emptyPlace();
});
afterEach(async () => {
  await place.close();
  await rm(folder, { recursive: true, force: true });
});

/** Files a complaint with a photo and a recording, over HTTP as a browser does. */
async function fileWithMedia(title: string): Promise<string> {
  const files = { files: [await photo()], audio: recording() };
  return (await scene.citizen.call(submitComplaint, { form: scene.fields({ title }), files })).id;
}

const faultsOf = (at: EmptyPlace) => logFaults({ services: { ...api.services, db: at.database.db } });

test('a restore brings back every row and file, with triggers and policies on again', async () => {
  await fileWithMedia('With files');
  await enqueueMail(api.services.db, api.services, {
    to: 'a@town.example',
    subject: 'Back\\slash\tand tab',
    text: 'x',
  });
  await backUp(installationOf(api), folder);
  await restore(folder, place);
  const before = await contentsOf(api.pool);
  expect(await contentsOf(place.database.pool)).toEqual(before);
  expect(before['complaint']).toMatch(/^[5-9] /u);
  expect(await guardsOf(place.database.pool)).toEqual(await guardsOf(api.pool));
  expect(await brokenFiles(place.database.pool, place.files)).toEqual([]);
  expect(await faultsOf(place)).toEqual([]);
});

test('a restored portal sends waiting mails, numbers new complaints and keeps ended sessions closed', async () => {
  await enqueueMail(api.services.db, api.services, { to: 'b@town.example', subject: 'It waited', text: 'x' });
  await backUp(installationOf(api), folder);
  await restore(folder, place);
  const { pool } = place.database;
  const services = { ...api.services, db: place.database.db, files: place.files, settings: place.settings };
  await runJobsOnce(services, work, pool);
  expect((await readOutbox(place.settings.dataDir)).map(({ subject }) => subject)).toContain('It waited');
  expect((await pool.query('select from session')).rowCount).toBe(0);
  const largest = async () => Number((await pool.query('select max(seq) as seq from notification')).rows[0].seq);
  const seq = await largest();
  const { id } = await submit(services, scene.citizen.caller, { fields: scene.fields(), files: [], key: undefined });
  await transitionComplaint(services, scene.officer.caller, { complaintId: id, action: 'start' });
  expect(await largest()).toBeGreaterThan(seq);
  await expect(pool.query('update complaint_event set action = $1', ['x'])).rejects.toThrow('append-only');
});

test('a backup contains simultaneous writes completely or not at all', async () => {
  const acknowledged = [await fileWithMedia('Before')];
  let stop = false;
  const later: string[] = [];
  const writers = [1, 2].map(async (writer) => {
    for (let n = 0; !stop; n += 1) later.push(await fileWithMedia(`Writer ${writer}, ${n}`));
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { manifest } = await backUp(installationOf(api), folder);
  stop = true;
  await Promise.all(writers);
  expect(later.length).toBeGreaterThan(0);
  expect(manifest.files).toMatchObject({ gone: [], missing: [], altered: [] });
  await restore(folder, place);
  const { rows } = await place.database.pool.query<{ id: string }>('select id from complaint');
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  expect(await brokenFiles(place.database.pool, place.files)).toEqual([]);
  expect(await faultsOf(place)).toEqual([]);
  const { rows: alone } = await place.database.pool.query(
    `select from complaint c where (select count(*) from file f where f.complaint_id = c.id) = 1`,
  );
  expect(alone).toEqual([]);
});

test('a backup can be restored into object storage', async () => {
  await fileWithMedia('Far away');
  const target = path.join(folder, 'far');
  await backUp(installationOf(api), target);
  const spot = await findBackup(target, () => {});
  await verifyBackup(spot, await readManifest(spot), () => {});
  const far = await emptyPlace({ STORAGE_URL: storage.url('files') });
  await restore(target, far);
  expect(await contentsOf(far.database.pool)).toEqual(await contentsOf(api.pool));
  expect(await brokenFiles(far.database.pool, await openFiles(far.settings))).toEqual([]);
  await far.close();
});

test('a file that the application deletes during a backup is left out, and its row too', async () => {
  await fileWithMedia('Soon gone');
  const from = installationOf(api);
  const { rows } = await api.pool.query<{ id: string; storage_key: string }>(
    'select id, storage_key from file order by created_at desc, id limit 1',
  );
  const [gone] = rows;
  const vanishing: typeof from = {
    ...from,
    files: {
      ...from.files,
      async open(key, range) {
        if (key !== gone?.storage_key) return from.files.open(key, range);
        await api.pool.query('delete from file where id = $1', [gone.id]);
        return undefined;
      },
    },
  };
  const { manifest } = await backUp(vanishing, folder);
  expect(manifest.files).toMatchObject({ gone: [gone?.storage_key], missing: [], altered: [] });
  await restore(folder, place);
  expect(await contentsOf(place.database.pool)).toEqual(await contentsOf(api.pool));
});

test('a backup reports files that were lost or altered before, and keeps the rest', async () => {
  await fileWithMedia('Damaged');
  const from = installationOf(api);
  const { rows } = await api.pool.query<{ storage_key: string }>(
    'select storage_key from file order by created_at desc, id limit 2',
  );
  const [lost = '', altered = ''] = rows.map((row) => row.storage_key);
  const others = () => ({ stream: Readable.from([Buffer.from('other bytes')]), size: 11 });
  const said: string[] = [];
  const damaged: typeof from = {
    ...from,
    files: {
      ...from.files,
      async open(key, range) {
        if (key === lost) return undefined;
        return key === altered ? others() : from.files.open(key, range);
      },
    },
  };
  const { manifest } = await backUp(damaged, folder, (line) => void said.push(line));
  expect(manifest.files.missing).toEqual([lost]);
  expect(manifest.files.altered.map(({ key }) => key)).toEqual([altered]);
  expect(said.toSorted()).toEqual(
    [`The file ${lost} is missing in the file store.`, `The file ${altered} was altered in the file store.`].toSorted(),
  );
  await restore(folder, place);
  expect(await brokenFiles(place.database.pool, place.files)).toHaveLength(2);
});

test('a backup is readable by its owner only', async () => {
  const { spot } = await backUp(installationOf(api), folder);
  for (const name of ['manifest.json', 'secret', 'tables/account.gz', 'files.gz']) {
    expect((await stat(path.join(folder, spot.name, name))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(path.join(folder, spot.name))).mode & 0o777).toBe(0o700);
});
