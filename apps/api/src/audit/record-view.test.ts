import {
  transitionComplaint,
  getComplaint,
  getDeskComplaint,
  listComplaints,
  listDeskComplaints,
  listStaff,
  login,
  submitComplaint,
} from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { auditedBy } from '../../test/support/audited.ts';
import { createScene, rowOf, type Scene } from '../../test/support/complaints.ts';
import { failure } from '../../test/support/failure.ts';
import { photo } from '../../test/support/media.ts';
import { outcomeOf } from '../../test/support/outcome.ts';

const api = sharedTestApp({ rates: { session: { max: 50, seconds: 60 } } });
let scene: Scene;
let id: string;
let trackingId: string;
beforeEach(async () => {
  scene = await createScene(api);
  const sent = await scene.citizen.call(submitComplaint, {
    form: scene.fields({ title: 'A canary title', description: '<p>Canary words</p>' }),
    files: { files: [await photo('canary.png')] },
  });
  id = sent.id;
  trackingId = (await rowOf(api, id)).row.trackingId;
});

const minutes = (count: number) => api.clock.advance(count * 60_000);
const brief = async (person: Person) =>
  (await auditedBy(api, person)).map(({ action, outcome, objectId }) => [action, outcome, objectId]);

test('staff who read a complaint with its citizen are recorded once an hour', async () => {
  for (let count = 0; count < 3; count += 1) await scene.officer.call(getDeskComplaint, { params: { id } });
  expect(await auditedBy(api, scene.officer)).toEqual([
    {
      action: 'complaint.viewed',
      outcome: 'done',
      objectKind: 'complaint',
      objectId: id,
      objectLabel: trackingId,
      mdaId: scene.mdaId,
      detail: null,
    },
  ]);
  await scene.supervisor.call(getDeskComplaint, { params: { id } });
  // The supervisor also sees the citizen's name, which is an event of its own.
  expect((await auditedBy(api, scene.supervisor)).map(({ action }) => action).toSorted()).toEqual([
    'complaint.identity-viewed',
    'complaint.viewed',
  ]);
  minutes(61);
  await scene.officer.call(getDeskComplaint, { params: { id } });
  expect(await auditedBy(api, scene.officer)).toHaveLength(2);
});

const list = (person: Person, query = {}) => person.call(listDeskComplaints, { query });
const lists = async (person: Person) =>
  (await auditedBy(api, person)).filter((it) => it.action === 'complaint.listed').map((it) => it.detail?.['shown']);

test('staff who list complaints are recorded with the tracking IDs shown, once an hour', async () => {
  const others = [await scene.file(), await scene.file()];
  const rows = await Promise.all(others.map((it) => rowOf(api, it)));
  const all = [trackingId, ...rows.map(({ row }) => row.trackingId)].toSorted().join(', ');
  for (const sort of ['due', 'latest', 'oldest', 'latest']) await list(scene.officer, { sort });
  const entries = await auditedBy(api, scene.officer);
  expect(entries).toEqual([
    {
      action: 'complaint.listed',
      outcome: 'done',
      objectKind: 'complaint-list',
      objectId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/u),
      objectLabel: null,
      mdaId: scene.mdaId,
      detail: { shown: all },
    },
  ]);
  // Other people and another hour get events of their own; complaints shown already and empty lists get none.
  await list(scene.supervisor);
  expect(await lists(scene.supervisor)).toEqual([all]);
  minutes(1);
  await list(scene.officer, { limit: 1 });
  await list(scene.officer, { state: 'resolved' });
  expect(await lists(scene.officer)).toEqual([all]);
  minutes(61);
  await list(scene.officer);
  expect(await lists(scene.officer)).toEqual([all, all]);
});

test('a list read again records only complaints that are new or were recorded an hour ago', async () => {
  const labelOf = async (it: string) => (await rowOf(api, it)).row.trackingId;
  const file = async () => labelOf(await scene.file());
  await list(scene.officer);
  minutes(20);
  const second = await file();
  await list(scene.officer);
  minutes(20);
  const third = await file();
  await list(scene.officer);
  expect(await lists(scene.officer)).toEqual([trackingId, second, third]);
  // None of these was recorded an hour ago, so the database is not queried.
  await api.pool.query('alter table audit add constraint full_up check (false) not valid');
  minutes(19);
  try {
    await list(scene.officer);
  } finally {
    await api.pool.query('alter table audit drop constraint full_up');
  }
  minutes(2);
  await list(scene.officer);
  expect((await lists(scene.officer)).at(-1)).toBe(trackingId);
});

test('a person’s new session records a list again, another server with the same session does not', async () => {
  await list(scene.officer);
  minutes(1);
  const fourth = (await rowOf(api, await scene.file())).row.trackingId;
  const body = { email: scene.officer.email, password: scene.officer.password, type: 'mda' } as const;
  const { token } = await api.call(login, { body });
  await api.callAs(token)(listDeskComplaints);
  minutes(1);
  const both = [trackingId, fourth].toSorted().join(', ');
  expect(await lists(scene.officer)).toEqual([trackingId, both]);
  const other = await api.rebuild({});
  const headers = { authorization: `Bearer ${scene.officer.token}` };
  const { statusCode } = await other.inject({ url: '/api/desk/complaint', headers });
  await other.close();
  expect(statusCode).toBe(200);
  // The same list within the hour counts once for a person.
  expect(await lists(scene.officer)).toEqual([trackingId, both]);
});

test('a background refresh is recorded as such, and the person’s own reading is recorded besides', async () => {
  const read = async (headers = {}) => {
    for (const url of ['/api/desk/complaint', `/api/desk/complaint/${id}`]) {
      await api.app.inject({ url, headers: { authorization: `Bearer ${scene.officer.token}`, ...headers } });
      api.clock.advance(1_000);
    }
  };
  const looks = async () => (await auditedBy(api, scene.officer)).map((it) => [it.action, it.detail]);
  const alone = { 'x-background': '1' };
  await read(alone);
  await read(alone);
  const background = [
    ['complaint.listed', { shown: trackingId, background: true }],
    ['complaint.viewed', { background: true }],
  ];
  expect(await looks()).toEqual(background);
  minutes(5);
  await read();
  const attended = [
    ['complaint.listed', { shown: trackingId }],
    ['complaint.viewed', null],
  ];
  expect((await looks()).slice(2)).toEqual(attended);
  minutes(5);
  await read(alone);
  await read();
  expect(await looks()).toHaveLength(4);
});

test('views are recorded again after the database connection was lost and its last events may be missing', async () => {
  const listeners: (() => void)[] = [];
  const live = {
    ...api.services.live,
    followSessionEnds: (listener: () => void) => {
      listeners.push(listener);
      return () => {};
    },
  };
  const other = await api.rebuild({ live });
  const read = () =>
    other.inject({ url: '/api/desk/complaint', headers: { authorization: `Bearer ${scene.officer.token}` } });
  await read();
  await api.pool.query(
    'alter table audit disable trigger user; delete from audit; alter table audit enable trigger user',
  );
  await read();
  expect(await lists(scene.officer)).toEqual([]);
  for (const listener of listeners) listener();
  await read();
  expect(await lists(scene.officer)).toEqual([trackingId]);
  await other.close();
});

test('a list that cannot be recorded is not shown', async () => {
  await api.pool.query('alter table audit add constraint full_up check (false) not valid');
  const refused = await failure(list(scene.officer));
  expect(refused.status).toBe(500);
  await api.pool.query('alter table audit drop constraint full_up');
});

test('a citizen’s own reading is not recorded', async () => {
  await scene.citizen.call(getComplaint, { params: { id } });
  await scene.citizen.call(listComplaints);
  expect(await auditedBy(api, scene.citizen)).toEqual([]);
});

test('each transition by staff is recorded without its text', async () => {
  await scene.officer.call(transitionComplaint, { params: { id, action: 'start' }, body: { version: 1 } });
  const body = { version: 2, text: 'The canary answer' };
  await scene.officer.call(transitionComplaint, { params: { id, action: 'reply' }, body });
  const steps = (await auditedBy(api, scene.officer)).filter((it) => it.action === 'complaint.acted');
  expect(new Set(steps.map((it) => it.detail?.['step']))).toEqual(new Set(['reply', 'start']));
  const { rows } = await api.pool.query('select * from audit');
  expect(JSON.stringify(rows)).not.toMatch(/canary/iu);
});

test('a file that staff open is recorded once, although it is read in parts', async () => {
  const { attachments } = await scene.officer.call(getDeskComplaint, { params: { id } });
  const url = attachments[0]?.filePath ?? '';
  for (const range of ['bytes=0-9', 'bytes=10-19']) await api.app.inject({ url, headers: { range } });
  const opened = (await auditedBy(api, scene.officer)).filter((it) => it.action === 'file.opened');
  expect(opened).toEqual([expect.objectContaining({ objectId: attachments[0]?.id, mdaId: scene.mdaId })]);
  expect(opened[0]?.detail).toEqual({ complaint: id, kind: 'image' });
  const own = await scene.citizen.call(getComplaint, { params: { id } });
  await api.app.inject({ url: own.attachments[0]?.filePath ?? '' });
  expect(await auditedBy(api, scene.citizen)).toEqual([]);
});

test('calls refused to staff of another MDA, another citizen or another role are recorded', async () => {
  const foreign = await api.officer((await api.mda()).id);
  const stranger = await api.citizen();
  await failure(foreign.call(getDeskComplaint, { params: { id } }));
  await failure(foreign.call(transitionComplaint, { params: { id, action: 'start' }, body: { version: 1 } }));
  await failure(foreign.call(listStaff));
  await failure(stranger.call(getComplaint, { params: { id } }));
  const denied = ['access.denied', 'refused'];
  const byId = ([, , one]: (string | null)[], [, , other]: (string | null)[]) => (one === other ? 0 : one ? -1 : 1);
  expect((await brief(foreign)).toSorted(byId)).toEqual([
    [...denied, id],
    [...denied, id],
    [...denied, null],
  ]);
  const [entry] = await auditedBy(api, stranger);
  expect(entry).toMatchObject({ objectKind: 'complaint', objectId: id });
  expect(entry?.detail).toEqual({ method: 'GET', route: '/api/complaint/:id', status: 404 });
});

test('a malformed id in an address is not recorded', async () => {
  const url = '/api/complaint/canary%0A%3Cscript%3E';
  await api.app.inject({ url, headers: { authorization: `Bearer ${scene.officer.token}` } });
  expect(await auditedBy(api, scene.officer)).toEqual([
    expect.objectContaining({ action: 'access.denied', objectId: null, objectKind: null }),
  ]);
});

test('a throttled caller is recorded once a minute', async () => {
  const ask = () => outcomeOf(scene.officer.call(getDeskComplaint, { params: { id } }));
  for (let count = 0; count < 50; count += 1) expect(await ask()).toBe('success');
  for (let count = 0; count < 10; count += 1) expect(await ask()).toMatchObject({ status: 429 });
  const throttled = async () => (await brief(scene.officer)).filter(([action]) => action === 'access.throttled').length;
  expect(await throttled()).toBe(1);
  minutes(2);
  expect(await ask()).toMatchObject({ status: 429 });
  expect(await throttled()).toBe(2);
});

test('a refusal that cannot be recorded gets its usual response', async () => {
  await api.pool.query('alter table audit add constraint full_up check (false) not valid');
  const refused = await failure(scene.officer.call(listStaff));
  expect(refused.status).toBe(403);
  await api.pool.query('alter table audit drop constraint full_up');
});
