import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  transitionComplaint,
  getComplaint,
  getDeskComplaint,
  getUser,
  listComplaints,
  listDeskComplaints,
  listNotifications,
  submitComplaint,
  submitGuestComplaint,
  takeSurvey,
} from '@baraza/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../support/server/app.ts';
import { createScene, rowOf, type Scene } from '../support/complaints.ts';
import { failure } from '../support/failure.ts';
import { openAsGuest } from '../support/guest.ts';
import { photo } from '../support/media.ts';
import { logFaults } from '../support/log-faults.ts';
import { hashSubmissionKey } from '../../src/crypto/digest.ts';
import { anonymiseClosed } from '../../src/features/people/privacy/erase-account.ts';
import { reapplyErasures } from '../../src/features/people/privacy/erase-account.ts';
import { applyRetention } from '../../src/features/people/privacy/retention.ts';

const day = 24 * 3_600_000;

let api: TestApp;
let scene: Scene;
let quill: Person;
let closed: string;
let trackingId: string;
let open: string;
beforeAll(async () => {
  api = await createTestApp({
    now: '2026-01-05T09:00:00Z',
    environment: {
      RETENTION_COMPLAINT_DAYS: '100',
      RETENTION_OUTBOX_DAYS: '3650',
      RETENTION_NOTIFICATION_MONTHS: '600',
    },
  });
  scene = await createScene(api);
  quill = await api.citizen({ firstName: 'Zephyrina', lastName: 'Quillfeather', email: 'zq@quill.example' });
  const words = scene.fields({
    title: 'No water, says Zephyrina Quillfeather',
    description: '<p>Quillfeather, Zephyrina waits here.</p>',
    callPhone: '0803 555 0177',
  });
  const key = crypto.randomUUID();
  const files = { files: [await photo('wombat.png')] };
  const sent = await quill.call(submitComplaint, { form: words, files }, { headers: { 'idempotency-key': key } });
  for (const claim of [hashSubmissionKey(api.services.keys, key), 'of another'])
    await rows(
      `insert into upload (id, citizen_id, file_name, content_type, length, claimed_by, created_at, expires_at)
       values (gen_random_uuid(), $1, 'wombat.mp4', 'video/mp4', 1, $2, $3, $3)`,
      [quill.id, claim, api.clock.now()],
    );
  closed = sent.id;
  trackingId = sent.trackingId;
  await scene.act(scene.officer, closed, 'start');
  const ask = { version: 2, text: 'Dear Zephyrina Quillfeather, where is it?' };
  await scene.officer.call(transitionComplaint, { params: { id: closed, action: 'ask' }, body: ask });
  await scene.act(quill, closed, 'answer', { text: 'Behind the school.' });
  await scene.act(scene.officer, closed, 'resolve', { text: 'We said so at 0803 555 0177.' });
  await quill.call(takeSurvey, {
    body: { complaint: closed, rating: 4, description: 'Zephyrina Quillfeather says thanks' },
  });
  open = await scene.file({ title: 'Still open' }, quill);
  await api.outbox();
});
afterAll(() => api.close());

const rows = async (query: string, given: unknown[] = []) => (await api.pool.query(query, given)).rows;

/** Backdates a complaint by this many days without activity. */
const rest = (id: string, days: number) =>
  rows('update complaint set updated_at = $2 where id = $1', [id, new Date(api.clock.now().getTime() - days * day)]);

/** Returns every row of the case and every kept mail about it as text. */
async function rowsAndMails(): Promise<string> {
  const tables = [
    'complaint where id',
    ...['complaint_event', 'survey', 'file', 'notification'].map((it) => `${it} where complaint_id`),
  ];
  const found = await Promise.all(
    tables.map((it) => rows(`select row_to_json(t)::text as line from (select * from ${it} = $1) t`, [closed])),
  );
  const mails = (await api.outbox()).filter(({ text }) => text.includes(trackingId)).map((it) => `${it.to} ${it.text}`);
  return [...found.flat().map((it: { line: string }) => it.line), ...mails].join('\n');
}
const person = () => new RegExp(`zephyrina|quillfeather|quill\\.example|wombat|0803 555 0177|${quill.id}`, 'giu');

test('a closed complaint keeps its citizen for the period of the setting', async () => {
  expect(new Set((await rowsAndMails()).toLowerCase().match(person()))).toEqual(
    new Set(['zephyrina', 'quillfeather', 'quill.example', 'wombat', '0803 555 0177', quill.id]),
  );
  await rest(closed, 99);
  await applyRetention(api.services);
  expect(await quill.call(getComplaint, { params: { id: closed } })).toMatchObject({ id: closed });
});

test('an anonymised complaint’s rows, words, file names and mails identify nobody', async () => {
  await rest(closed, 101);
  await applyRetention(api.services);
  expect((await rowsAndMails()).match(person())).toBeNull();
  expect(await failure(quill.call(getComplaint, { params: { id: closed } }))).toMatchObject({ status: 404 });
  expect((await quill.call(listNotifications)).items.filter((it) => it.complaintId === closed)).toEqual([]);
  expect(await rows('select claimed_by from upload')).toEqual([{ claimed_by: 'of another' }]);
});

test('an anonymised complaint stays at the desk with a valid history and an audit entry', async () => {
  const shown = await scene.officer.call(getDeskComplaint, { params: { id: closed } });
  expect(shown).toMatchObject({
    title: 'No water, says […]',
    state: 'resolved',
    citizen: { name: 'Deleted account', identity: null, complaintsBefore: 0 },
    survey: { rating: 4, description: '[…] says thanks' },
    attachments: [{ fileName: 'image-1.png' }],
  });
  expect(shown.history.filter((it) => it.by === 'citizen').map((it) => [it.action, it.actor, it.text])).toEqual([
    ['submit', 'Deleted account', null],
    ['answer', 'Deleted account', 'Behind the school.'],
  ]);
  const found = await scene.officer.call(listDeskComplaints, { query: { q: 'Zephyrina' } });
  expect(found.items.map(({ id }) => id)).toEqual([open]);
  expect(await logFaults(api)).toEqual([]);
  expect(await rows(`select object_label, mda_id from audit where action = 'complaint.anonymised'`)).toEqual([
    { object_label: trackingId, mda_id: scene.mdaId },
  ]);
});

test('a guest’s account is deleted when the complaint is anonymised', async () => {
  const contact = { identity: 'confidential', contactName: 'Hyacinth Oakes', contactPhone: '0803 555 0199' } as const;
  const form = { ...scene.fields({ title: 'Hyacinth Oakes has no water' }), ...contact };
  const { id, ...receipt } = await api.call(submitGuestComplaint, { form });
  const guest = (await rowOf(api, id)).row.citizenId;
  await openAsGuest(api, receipt);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'resolve');
  await rest(id, 101);
  await applyRetention(api.services);
  expect(await rows('select first_name, last_name, phone, receipt_hash from account where id = $1', [guest])).toEqual([
    { first_name: 'Deleted', last_name: 'account', phone: null, receipt_hash: null },
  ]);
  expect(await rows('select from session where account_id = $1', [guest])).toEqual([]);
  expect((await rowOf(api, id)).row.title).toBe('[…] has no water');
  expect(await failure(openAsGuest(api, receipt))).toMatchObject({ status: 401 });
});

test('open and recently closed complaints keep their citizen, who keeps the account', async () => {
  const later = await scene.fileIn('rejected');
  await applyRetention(api.services);
  expect((await quill.call(listComplaints)).items.map(({ id }) => id)).toEqual([open]);
  expect(await quill.call(getUser)).toMatchObject({ first_name: 'Zephyrina' });
  expect((await rowOf(api, later)).row.citizenId).toBe(scene.citizen.id);
});

test('a duplicate keeps its citizen until its parent is closed', async () => {
  const parent = await scene.fileIn('in_progress');
  const duplicate = await scene.file();
  await scene.act(scene.officer, duplicate, 'merge', { parent });
  const soon = () => new Date(api.clock.now().getTime() + 1);
  await anonymiseClosed(api.services, soon());
  expect((await rowOf(api, duplicate)).row.citizenId).toBe(scene.citizen.id);
  await scene.act(scene.officer, parent, 'resolve');
  await anonymiseClosed(api.services, soon(), 1);
  expect((await rowOf(api, duplicate)).row.citizenId).toBe(duplicate);
  expect((await rowOf(api, parent)).row.citizenId).toBe(parent);
});

test('a complaint that changes while others are anonymised keeps its citizen', async () => {
  const id = await scene.fileIn('resolved');
  await rest(id, 101);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select from complaint where id = $1 for update', [id]);
  const job = anonymiseClosed(api.services, new Date(api.clock.now().getTime() - 100 * day));
  // The job has found the complaint and waits for its lock.
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => rows(waiting), { timeout: 10_000 }).toHaveLength(1);
  await holder.query(`update complaint set updated_at = $2 where id = $1`, [id, api.clock.now()]);
  await holder.query('commit');
  holder.release();
  expect(await job).toBe(0);
  expect((await rowOf(api, id)).row.citizenId).toBe(scene.citizen.id);
});

test('a complaint restored with its citizen from a backup is anonymised again, once', async () => {
  const list = await readFile(path.join(api.services.settings.dataDir, 'erasures.jsonl'), 'utf8');
  expect(list).toContain(closed);
  await rows('update complaint set citizen_id = $2 where id = $1', [closed, quill.id]);
  await rows('update survey set citizen_id = $2 where complaint_id = $1', [closed, quill.id]);
  expect(await reapplyErasures(api.services)).toBe(1);
  expect((await rowsAndMails()).match(person())).toBeNull();
  expect(await reapplyErasures(api.services)).toBe(0);
});

test('the placeholder account of an anonymised complaint is not purged as unconfirmed', async () => {
  const kept = async () => [
    await rows('select id, first_name from account where id = $1', [closed]),
    await rows('select file_name from file where account_id = $1', [closed]),
    (await rowOf(api, closed)).row.citizenId,
  ];
  expect(await kept()).toEqual([[{ id: closed, first_name: 'Deleted' }], [{ file_name: expect.anything() }], closed]);
  const before = await kept();
  api.clock.advance(8 * day);
  await api.cleanUp();
  expect(await kept()).toEqual(before);
});
