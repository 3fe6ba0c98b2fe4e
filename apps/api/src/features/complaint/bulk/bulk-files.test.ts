import {
  endBulkRun,
  getBulkRun,
  getComplaint,
  message,
  quotaMessage,
  startBulkRun,
  transitionComplaint,
} from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { runBulkJobs } from '../../../../test/support/bulk.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { photo } from '../../../../test/support/media.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { letter, pdfFile } from '../../../../test/support/pdf.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp({ environment: { DAILY_FILES: '3' } });
let scene: Scene;
let ids: string[];
beforeEach(async () => {
  scene = await createScene(api);
  ids = [await scene.fileIn('in_progress'), await scene.fileIn('received')];
});

const itemsOf = async () =>
  JSON.stringify(await Promise.all(ids.map(async (id) => ({ id, version: (await rowOf(api, id)).row.version }))));
/** Begins a reply to all with these files. */
const begin = async (files: File[], more: object = {}) => {
  const form = {
    id: crypto.randomUUID(),
    action: 'reply' as const,
    text: 'See the plan.',
    items: await itemsOf(),
    ...more,
  };
  return scene.officer.call(startBulkRun, { form, files: { files } });
};
const filesAt = async (id: string) => {
  const { history } = await scene.citizen.call(getComplaint, { params: { id } });
  return history.flatMap((step) => step.attachments ?? []);
};
const storedOf = async (id: string) =>
  (
    await api.pool.query<{ storage_key: string; preview: Buffer | null }>(
      'select storage_key, preview from file where complaint_id = $1 and event_seq is not null',
      [id],
    )
  ).rows;

test('each complaint of a run gets its own copy of the files, with the steps along', async () => {
  await begin([pdfFile(letter({}))], { also: JSON.stringify([{ action: 'tag', tags: ['plan'] }]) });
  await runBulkJobs(api);

  const keys = new Set<string>();
  for (const id of ids) {
    expect(await filesAt(id)).toMatchObject([{ fileName: 'letter.pdf', kind: 'document' }]);
    expect((await rowOf(api, id)).row.tags).toEqual(['plan']);
    const [stored] = await storedOf(id);
    keys.add(stored!.storage_key);
    expect(stored!.preview?.subarray(8, 12).toString()).toBe('WEBP');
    expect(await api.services.files.open(stored!.storage_key)).toBeDefined();
  }
  expect(keys.size).toBe(2);
});

test('a run taken back in time leaves no file anywhere', async () => {
  const { id } = await begin([await photo('plan.png')]);
  await scene.officer.call(endBulkRun, { params: { id } });
  await runBulkJobs(api);

  for (const each of ids) expect(await storedOf(each)).toEqual([]);
});

test('files of a run count against the quota once for each complaint', async () => {
  await begin([await photo('a.png'), await photo('b.png')]);
  await runBulkJobs(api);

  expect((await scene.officer.call(getBulkRun))?.items).toMatchObject([
    { done: true },
    { done: false, error: quotaMessage.files },
  ]);
});

test.each([
  ['an action without files', { action: 'note' }, message.invalid],
  ['broken JSON', { items: '[{' }, undefined],
])('files are refused with %s', async (_, more, text) => {
  const refused = await outcomeOf(begin([await photo('a.png')], more));
  expect(refused).toMatchObject({ status: 400, ...(text && { fields: { files: text } }) });
});

test('the preview of a PDF in a held reply is stored whole', async () => {
  const [id = ''] = ids;
  const hold = crypto.randomUUID();
  const form = { version: `${(await rowOf(api, id)).row.version}`, text: 'See the plan.', hold };
  const params = { id, action: 'reply' };
  await scene.officer.call(transitionComplaint, { params, form, files: { files: [pdfFile(letter({}))] } });
  await api.pool.query(`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
    where task_identifier = 'send-held-reply'), run_at => now())`);
  await api.runJobs();

  expect((await storedOf(id))[0]?.preview?.subarray(8, 12).toString()).toBe('WEBP');
});
