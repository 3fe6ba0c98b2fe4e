import { countDeskComplaints, emailTopics, getComplaint, getDeskComplaint, listDeskComplaints } from '@baraza/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { createScene, newsRows, rowOf, type Scene } from '../../../test/support/complaints.ts';
import type { Person } from '../../../test/support/people.ts';
import { transitionComplaint } from '../complaint/transition/transition-complaint.ts';
import { readTimers } from '../../domain/sla-timer.ts';
import { verifyHistory } from '../complaint/record/verify-history.ts';
import { sendDigests } from './notification/send-digests.ts';
import { recomputeTimers, processSlaReminders } from './process-sla-reminders.ts';

let api: TestApp;
let scene: Scene;
let oversight: Person;
const hour = 3_600_000;
const day = 24 * hour;

// A Monday.
beforeEach(async () => {
  api = await createTestApp({ now: '2026-05-04T08:00:00Z' });
  scene = await createScene(api);
  oversight = await api.staff('oversight');
});
afterEach(() => api.close());

const at = (time: string) => api.clock.advance(Date.parse(time) - api.clock.now().getTime());
const watch = () => processSlaReminders(api.services);
const reminders = async (id: string) =>
  (await rowOf(api, id)).events
    .filter((it) => it.actorKind === 'system')
    .map(({ action, data, visibility }) => [action, data?.['timer'], data?.['level'], visibility]);
const notified = async () =>
  (await newsRows(api)).filter(({ kind }) => /Due|Late/u.test(kind)).map(({ email }) => email);
/** Reads without a session, since sessions have ended by then. */
const act = (person: Person, complaintId: string, action: 'start' | 'reply' | 'ask' | 'resolve') =>
  transitionComplaint(api.services, person.caller, { complaintId, action, text: 'Words' });

describe('an unassigned complaint', () => {
  test('reminders of an unassigned complaint go to supervisors twice and then to oversight', async () => {
    const id = await scene.file();
    const { supervisor } = scene;
    // Two working days and the rest of Monday: the second day ends on Wednesday night.
    at('2026-05-06T03:59:00Z');
    await watch();
    expect(await reminders(id)).toEqual([]);
    at('2026-05-06T08:00:00Z');
    await watch();
    expect(await reminders(id)).toEqual([['remind', 'acknowledge', 75, 'internal']]);
    expect(await notified()).toEqual([supervisor.email]);
    at('2026-05-07T00:00:00Z');
    await watch();
    expect((await reminders(id)).at(-1)).toEqual(['escalate', 'acknowledge', 100, 'public']);
    expect((await rowOf(api, id)).row.escalatedAt).toBeNull();
    at('2026-05-08T08:00:00Z');
    await watch();
    expect((await reminders(id)).findLast(([, timer]) => timer === 'acknowledge')).toEqual([
      'escalate',
      'acknowledge',
      150,
      'public',
    ]);
    expect((await rowOf(api, id)).row.escalatedAt).not.toBeNull();
    const before = (await notified()).filter((it) => it === oversight.email);
    expect(before).toEqual([]);
    at('2026-05-11T16:00:00Z');
    await watch();
    expect((await reminders(id)).filter(([, timer]) => timer === 'acknowledge').map(([, , level]) => level)).toEqual([
      75, 100, 150, 200,
    ]);
    expect((await notified()).filter((it) => it === oversight.email)).toHaveLength(1);
    const faults: string[] = [];
    await verifyHistory(api.services.db, (line) => faults.push(line));
    expect(faults).toEqual([]);
  });

  test('each level of a reminder is sent once, however often its job runs', async () => {
    const ids = [await scene.file(), await scene.file(), await scene.file()];
    at('2026-05-06T08:00:00Z');
    await Promise.all([watch(), watch(), processSlaReminders(api.services, 1)]);
    await watch();
    for (const id of ids) expect(await reminders(id)).toEqual([['remind', 'acknowledge', 75, 'internal']]);
    expect(await notified()).toHaveLength(3);
  });

  test('after an outage the missed reminders of each timer are sent in one step', async () => {
    const id = await scene.file();
    api.clock.advance(90 * day);
    await processSlaReminders(api.services, 1);
    expect(await reminders(id)).toEqual([
      ['escalate', 'acknowledge', 200, 'public'],
      ['escalate', 'reply', 200, 'public'],
      ['escalate', 'resolve', 200, 'public'],
    ]);
    expect((await notified()).toSorted()).toEqual(
      [oversight.email, scene.supervisor.email].flatMap((it) => [it, it, it]).toSorted(),
    );
    expect((await rowOf(api, id)).row.nextReminderAt).toBeNull();
    await watch();
    expect(await reminders(id)).toHaveLength(3);
  });

  test('without a supervisor at the MDA oversight gets the reminder', async () => {
    await api.pool.query('update account set disabled_at = now() where id = $1', [scene.supervisor.id]);
    await scene.file();
    at('2026-05-06T08:00:00Z');
    await watch();
    expect(await notified()).toEqual([oversight.email]);
  });
});

test('the assignee of a complaint is reminded', async () => {
  const id = await scene.file();
  await act(scene.officer, id, 'start');
  at('2026-05-08T15:00:00Z');
  await watch();
  expect(await reminders(id)).toEqual([['remind', 'reply', 75, 'internal']]);
  expect(await notified()).toEqual([scene.officer.email]);
});

test.each([
  ['disabled', 'update account set disabled_at = now() where id = $1'],
  ['moved to another MDA', `update account set mda_id = (select id from mda where id <> mda_id limit 1) where id = $1`],
  ['given a role that answers nothing', `update account set role = 'oversight', mda_id = null where id = $1`],
])('the supervisors are reminded of a complaint whose officer was %s', async (_, change) => {
  const id = await scene.file();
  await act(scene.officer, id, 'start');
  await api.pool.query(change, [scene.officer.id]);
  at('2026-05-08T15:00:00Z');
  await watch();
  expect(await reminders(id)).toEqual([['remind', 'reply', 75, 'internal']]);
  expect(await notified()).toEqual([scene.supervisor.email]);
});

test('without a supervisor oversight gets the reminder, even if an officer gets one in the same run', async () => {
  await api.pool.query('update account set disabled_at = now() where id = $1', [scene.supervisor.id]);
  const id = await scene.file();
  await act(scene.officer, id, 'start');
  at('2026-05-12T01:00:00Z');
  await watch();
  expect(await reminders(id)).toEqual([['escalate', 'reply', 100, 'public']]);
  expect((await notified()).toSorted()).toEqual([scene.officer.email, oversight.email].toSorted());
});

test('the citizen reads of escalations from 100 % on, and the desk lists escalated complaints', async () => {
  const id = await scene.file();
  at('2026-05-08T08:00:00Z');
  await watch();
  const fresh = await api.officer(scene.mdaId);
  expect(
    (await fresh.call(listDeskComplaints, { query: { escalated: 'true' } })).items.map((it) => [it.id, it.escalated]),
  ).toEqual([[id, true]]);
  expect((await fresh.call(countDeskComplaints)).escalated).toBe(1);
  const desk = await fresh.call(getDeskComplaint, { params: { id } });
  expect(desk).toMatchObject({ escalated: true, timers: [{ kind: 'acknowledge', state: 'running' }, {}, {}] });
  expect(desk.timers[0]?.percent).toBeGreaterThanOrEqual(150);
  const other = await api.citizen();
  await api.pool.query('update complaint set citizen_id = $1 where id = $2', [other.id, id]);
  const read = await other.call(getComplaint, { params: { id } });
  expect(read.history.map((it) => [it.action, it.by, it.level])).toEqual([
    ['submit', 'citizen', undefined],
    ['escalate', 'system', 150],
  ]);
});

test('a reminder causes no conflict for an officer who is writing', async () => {
  const id = await scene.file();
  const { version } = (await rowOf(api, id)).row;
  at('2026-05-06T08:00:00Z');
  await watch();
  expect((await rowOf(api, id)).row.version).toBe(version + 1);
  await transitionComplaint(api.services, scene.officer.caller, { complaintId: id, action: 'start', version });
  expect((await rowOf(api, id)).row.state).toBe('in_progress');
});

test('a pause that lasts too long ends automatically, and the due date returns', async () => {
  const id = await scene.file();
  await act(scene.officer, id, 'start');
  await act(scene.officer, id, 'ask');
  expect((await rowOf(api, id)).row).toMatchObject({ dueAt: null, pausedUntil: new Date('2026-05-19T00:00:00Z') });
  at('2026-05-18T23:59:00Z');
  await watch();
  expect((await rowOf(api, id)).row.dueAt).toBeNull();
  at('2026-05-19T00:00:00Z');
  await watch();
  const { row } = await rowOf(api, id);
  expect(row).toMatchObject({ pausedUntil: null, dueAt: new Date('2026-06-08T23:59:59.999Z') });
  expect(await reminders(id)).toEqual([]);
});

test('a resolved complaint gets no reminders; a re-opened one starts again', async () => {
  const id = await scene.file();
  at('2026-05-06T08:00:00Z');
  await watch();
  await act(scene.officer, id, 'start');
  await act(scene.officer, id, 'resolve');
  expect((await rowOf(api, id)).row.nextReminderAt).toBeNull();
  api.clock.advance(30 * day);
  await watch();
  expect(await reminders(id)).toHaveLength(1);
  await transitionComplaint(api.services, scene.citizen.caller, { complaintId: id, action: 'reopen', reason: 'Dry' });
  api.clock.advance(4 * day);
  await watch();
  const again = (await rowOf(api, id)).events.filter((it) => it.actorKind === 'system' && it.cycle === 2);
  expect(again.length).toBeGreaterThan(0);
});

describe('when targets or holidays change', () => {
  const dueOf = async (id: string) => (await rowOf(api, id)).row.resolveDueAt?.toISOString().slice(0, 10);
  const setSlaTarget = (category: string | null, days: number) =>
    api.pool.query(
      'insert into sla_target (id, mda_id, category_id, acknowledge, reply, resolve) values (gen_random_uuid(), $1, $2, 1, 2, $3)',
      [scene.mdaId, category, days],
    );

  test('new targets move the due dates of open complaints: category before MDA before default', async () => {
    const special = await api.category();
    const [plain, other] = [await scene.file(), await scene.file({ category: special })];
    const elsewhere = await (await createScene(api)).file();
    const closed = await scene.fileIn('resolved');
    await setSlaTarget(null, 3);
    await setSlaTarget(special, 1);
    await api.services.jobs.add(api.services.db, 'recompute-sla-timers', { mdaId: scene.mdaId });
    await api.runJobs();
    expect([await dueOf(plain), await dueOf(other), await dueOf(elsewhere), await dueOf(closed)]).toEqual([
      '2026-05-07',
      '2026-05-05',
      '2026-05-25',
      undefined,
    ]);
    expect(await dueOf(await scene.file())).toBe('2026-05-07');
  });

  test('general holidays and those of the MDA move the due dates of open complaints', async () => {
    const [here, there] = [await scene.file(), await (await createScene(api)).file()];
    await api.pool.query(
      `insert into holiday (id, mda_id, day, name) values (gen_random_uuid(), null, '2026-05-14', 'All'), (gen_random_uuid(), $1, '2026-05-15', 'Ours')`,
      [scene.mdaId],
    );
    await recomputeTimers(api.services, null, 1);
    expect([await dueOf(here), await dueOf(there)]).toEqual(['2026-05-27', '2026-05-26']);
  });
});

test('the stored timers match the events after any sequence of steps', async () => {
  for (const state of [
    'received',
    'in_progress',
    'awaiting_citizen',
    'transfer_offered',
    'resolved',
    'merged',
  ] as const) {
    const id = await scene.fileIn(state);
    api.clock.advance(hour);
    const { row, events } = await rowOf(api, id);
    const rules = {
      calendar: { timeZone: 'UTC', weekend: 'sat,sun', holidays: new Set<number>() },
      targets: { acknowledge: 2, reply: 5, resolve: 15 },
      emergency: { acknowledge: 1, reply: 4, resolve: 48 },
    };
    const timers = readTimers(events, rules, events.at(-1)?.at ?? new Date());
    expect([row.resolveDueAt, row.replyDueAt, row.acknowledgeDueAt, row.pausedUntil, row.nextReminderAt]).toEqual([
      timers.resolve.dueAt,
      timers.reply.dueAt,
      timers.acknowledge.dueAt,
      timers.pausedUntil,
      timers.nextReminderAt,
    ]);
  }
});

test('reminders of lateness are mailed in the morning, and those of a run in one mail to whoever wants them at once', async () => {
  const { supervisor } = scene;
  const eager = await api.staff('supervisor', scene.mdaId);
  const times = { ...emailTopics, reminder: 'now' };
  await api.pool.query('update account set mail_times = $2 where id = $1', [eager.id, times]);
  const ids = [await scene.file(), await scene.file(), await scene.file()];
  const sent = new Set((await api.outbox()).map(({ text }) => text));
  at('2026-05-06T08:00:00Z');
  await watch();
  const mailed = (await api.outbox()).filter(({ text }) => !sent.has(text));
  expect(mailed.map(({ to, subject }) => [to, subject])).toEqual([[eager.email, '3 things are new at the desk']]);
  for (const id of ids) expect(mailed[0]?.text).toContain(id);

  at('2026-05-07T07:30:00Z');
  await sendDigests(api.services);

  const digests = (await api.outbox()).filter(({ to }) => to === supervisor.email);
  expect(digests.map(({ subject }) => subject)).toContain('3 things are new at the desk');
});
