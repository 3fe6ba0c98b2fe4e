import { getComplaint, submitComplaint, submitFeedback, updateProfile } from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { photo, recording } from '../../../../test/support/media.ts';
import { readZip } from '../../../../test/support/zip.ts';
import { readOwnComplaints } from './export-data.ts';

const api = sharedTestApp();
let scene: Scene;
beforeEach(async () => {
  scene = await createScene(api);
});

function ask(person: Person) {
  return api.app.inject({ url: '/api/users/export', headers: { authorization: `Bearer ${person.token}` } });
}

const parse = (bytes: Buffer | undefined): unknown => JSON.parse(bytes?.toString('utf8') ?? 'null');

test('a citizen’s download contains account, complaints and feedback with files, not others’ data', async () => {
  const { citizen } = scene;
  const form = { first_name: 'Ngozi', last_name: 'Okafor', email: citizen.email, phone: '+234 700 000 0001' };
  await citizen.call(updateProfile, { form, files: { file: await photo('me.png') } });
  const files = { files: [await photo('../../etc/tap.png')], audio: recording() };
  const sent = await citizen.call(submitComplaint, { form: scene.fields(), files });
  await scene.file({}, await api.citizen());
  await scene.act(scene.officer, sent.id, 'start');
  await scene.act(scene.officer, sent.id, 'note', { text: 'An inner canary' });
  const category = await api.category('feedback');
  const praise = { category, title: 'A kind clerk', description: '<p>Thank you.</p>' };
  const feedback = await citizen.call(submitFeedback, { form: praise, files: { images: [await photo('clerk.png')] } });

  const answer = await ask(citizen);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/u);
  expect(answer.headers['cache-control']).toContain('no-store');
  const found = readZip(answer.rawPayload);
  const complaint = `complaints/${sent.trackingId}`;
  expect(new Set(Object.keys(found))).toEqual(
    new Set([
      'account.json',
      'account/1-me.png',
      'sessions.json',
      'notifications.json',
      'known-issues.json',
      'activity.json',
      `${complaint}/complaint.json`,
      ...sent.attachments.map(({ fileName }, index) => `${complaint}/${index + 1}-${fileName}`),
      `feedback/${feedback.trackingId}/feedback.json`,
      `feedback/${feedback.trackingId}/1-clerk.png`,
    ]),
  );
  expect(parse(found['account.json'])).toMatchObject({ firstName: 'Ngozi', email: citizen.email, phone: form.phone });
  const { attachments: _, ...seen } = await citizen.call(getComplaint, { params: { id: sent.id } });
  expect(parse(found[`${complaint}/complaint.json`])).toMatchObject(JSON.parse(JSON.stringify(seen)) as object);
  expect(parse(found['activity.json'])).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: 'account.exported', network: '127.0.0.1' })]),
  );
  const all = Object.entries(found).map(([name, bytes]) => `${name} ${bytes.toString('latin1')}`);
  expect(all.join('\n')).not.toMatch(/inner canary|argon2|token|signature=/iu);
  expect(found[`${complaint}/1-${sent.attachments[0]?.fileName}`]?.length).toBe(sent.attachments[0]?.size);
});

test('a citizen’s download is read page by page and contains each row once, oldest first', async () => {
  const { citizen } = scene;
  const ids: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    api.clock.advance(1_000);
    ids.push(await scene.file({}, citizen));
  }
  await api.pool.query(
    `insert into notification (id, account_id, complaint_id, title, body, created_at)
     select gen_random_uuid(), $1, $2, 'Number ' || n, '', now() from generate_series(1, 501) n`,
    [citizen.id, ids[0]],
  );

  const found = readZip((await ask(citizen)).rawPayload);

  const titles = (parse(found['notifications.json']) as { title: string }[]).map((it) => it.title);
  expect(titles.filter((it) => it.startsWith('Number'))).toEqual(
    Array.from({ length: 501 }, (_, n) => `Number ${n + 1}`),
  );
  const complaints = Object.entries(found).filter(([name]) => name.endsWith('complaint.json'));
  expect(complaints.map(([, bytes]) => (parse(bytes) as { id: string }).id)).toEqual(ids);
});

test('a citizen’s complaints are read page by page during the download', async () => {
  const { citizen } = scene;
  for (let count = 0; count < 41; count += 1) await scene.file({}, citizen);
  const all = readOwnComplaints(api.services, citizen.caller);
  const titles = [(await all.next()).value?.complaint.title];

  await api.pool.query(`update complaint set title = 'Changed meanwhile' where citizen_id = $1`, [citizen.id]);
  for await (const { complaint } of all) titles.push(complaint.title);

  expect(titles).toHaveLength(41);
  expect(titles.filter((title) => title === 'Changed meanwhile')).toHaveLength(21);
});

test('a citizen’s download is recorded and limited', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await ask(scene.citizen)).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const exports = (await auditedBy(api, scene.citizen)).filter((it) => it.action === 'account.exported');
  expect(exports).toHaveLength(10);
});

test('a missing file leaves a note in a citizen’s download, which succeeds', async () => {
  const sent = await scene.citizen.call(submitComplaint, {
    form: scene.fields(),
    files: { files: [await photo('lost.png'), await photo('kept.png')] },
  });
  const { rows } = await api.pool.query('select storage_key from file where file_name = $1', ['lost.png']);
  await api.services.files.delete((rows[0] as { storage_key: string }).storage_key);
  const names = Object.keys(readZip((await ask(scene.citizen)).rawPayload));
  const folderOf = `complaints/${sent.trackingId}`;
  expect(names).toEqual(expect.arrayContaining([`${folderOf}/1-lost.png.missing.txt`, `${folderOf}/2-kept.png`]));
});

test('staff and strangers cannot download a citizen’s data', async () => {
  expect((await ask(scene.officer)).statusCode).toBe(403);
  expect((await api.app.inject({ url: '/api/users/export' })).statusCode).toBe(401);
});
