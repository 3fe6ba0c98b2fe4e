import {
  appealComplaint,
  countDeskComplaints,
  getComplaint,
  getDeskComplaint,
  listDeskComplaints,
  listNotifications,
  reopenComplaint,
  staffMessage,
  withdrawComplaint,
} from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { createScene, newsRows, rowOf, type Scene, takeStep } from '../../test/support/complaints.ts';
import { outcomeOf } from '../../test/support/outcome.ts';
import type { Person } from '../../test/support/people.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { showToCitizen } from '../features/complaint/read/show-complaint.ts';
import { listMdaStaff } from '../features/office/mda/mda.store.ts';
import { countOfficers, countReport } from '../features/public/report/report.store.ts';
import { todayOf } from '../features/reference/today.ts';
import { processSlaReminders, recomputeTimers } from '../features/engagement/process-sla-reminders.ts';
import { appealEnds } from './appeal.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
const day = 24 * 3_600_000;
let scene: Scene;
let oversight: Person;
beforeEach(async () => {
  scene = await createScene(api);
  oversight = await api.staff('oversight');
});

const read = (id: string) => scene.citizen.call(getComplaint, { params: { id } });
const appeal = (id: string, reason = 'Nobody came.', by = scene.citizen) =>
  by.call(appealComplaint, { body: { id, reason } });
const decide = (id: string, action: 'upholdAppeal' | 'declineAppeal', by = oversight) =>
  takeStep(api, by, id, action, { reason: 'We looked at the photos.' });
/** Files a complaint that is resolved, re-opened and resolved again. */
async function resolvedAgain(): Promise<string> {
  const id = await scene.fileIn('resolved');
  await scene.citizen.call(reopenComplaint, { form: { id, reason: 'Dry again.' } });
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'resolve');
  return id;
}
const refused = { status: 409, code: 'CONFLICT', message: /asked for once/u };

test.each(['rejected', 'resolved again'] as const)(
  'a citizen appeals a complaint that was %s once, and oversight has to decide by a due date',
  async (how) => {
    const id = how === 'rejected' ? await scene.fileIn('rejected') : await resolvedAgain();
    expect((await read(id)).appealUntil).toBe('2026-06-03T09:00:00.000Z');

    const asked = await appeal(id);

    expect(asked).toMatchObject({ status: 'Processing', state: 'appeal', appealUntil: null, timer: 'running' });
    // Ten working days from Monday, 4 May.
    expect(asked.dueAt).toBe('2026-05-18T23:59:59.999Z');
    expect(asked.history.at(-1)).toMatchObject({ action: 'appeal', by: 'citizen', reason: 'Nobody came.' });
    expect(await outcomeOf(appeal(id))).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
  },
);

test('a complaint that is open, withdrawn or resolved for the first time cannot be appealed', async () => {
  const id = await scene.fileIn('resolved');
  expect((await read(id)).appealUntil).toBeNull();

  expect(await outcomeOf(appeal(id))).toMatchObject(refused);
  for (const state of ['received', 'in_progress', 'withdrawn'] as const)
    expect(await outcomeOf(appeal(await scene.fileIn(state)))).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
  expect(await outcomeOf(appeal(await scene.fileIn('rejected'), ' '))).toMatchObject({ status: 400 });
  expect(await outcomeOf(appeal(await scene.fileIn('rejected'), 'x', await api.citizen()))).toMatchObject({
    status: 404,
  });
});

test('an appeal is possible for the number of days in the settings', () => {
  const at = new Date('2026-05-04T09:00:00Z');
  const past = [{ at, action: 'reject', toState: 'rejected', cycle: 1, data: null }] as const;
  const ends = appealEnds({ state: 'rejected', cycle: 1 }, past, 7);
  expect(ends).toEqual(new Date(at.getTime() + 7 * day));
});

test('a re-opened complaint cannot be appealed before it is resolved again', () => {
  const past = [
    { at: new Date('2026-05-04T09:00:00Z'), action: 'resolve', toState: 'resolved', cycle: 1, data: null },
  ] as const;
  expect(appealEnds({ state: 'in_progress', cycle: 2 }, past, 7)).toBeNull();
  expect(appealEnds({ state: 'resolved', cycle: 2 }, past, 7)).not.toBeNull();
});

test('an appeal is accepted at the last moment of the 30 days and refused after it', async () => {
  const [first, second] = [await scene.fileIn('rejected'), await scene.fileIn('rejected')];
  api.clock.advance(30 * day);

  await scene.act(scene.citizen, first, 'appeal');
  api.clock.advance(1);
  await expect(scene.act(scene.citizen, second, 'appeal')).rejects.toMatchObject({ code: 'CONFLICT' });

  api.clock.advance(-30 * day - 1);
});

test('oversight finds an appeal in its queue; staff of the MDA read it and cannot decide on it', async () => {
  const id = await resolvedAgain();
  const before = (await oversight.call(countDeskComplaints)).undecided;
  await appeal(id);

  const query = { transfer: 'undecided' } as const;
  const { items } = await oversight.call(listDeskComplaints, { query });
  expect(items.find((row) => row.id === id)).toMatchObject({ state: 'appeal', dueAt: '2026-05-18T23:59:59.999Z' });
  expect((await oversight.call(countDeskComplaints)).undecided).toBe(before + 1);
  expect(await newsRows(api, id)).toContainEqual({ email: oversight.email, kind: 'appealed', isMailed: true });
  for (const person of [scene.officer, scene.supervisor]) {
    const seen = await person.call(getDeskComplaint, { params: { id } });
    expect(seen.history.at(-1)).toMatchObject({ action: 'appeal', reason: 'Nobody came.' });
    expect(seen.allowed).not.toContain('upholdAppeal');
    expect(await outcomeOf(decide(id, 'upholdAppeal', person))).toMatchObject({ status: 403 });
    expect(await outcomeOf(takeStep(api, person, id, 'reply', { text: 'x' }))).toMatchObject({ status: 409 });
  }
});

test('an upheld appeal begins a new cycle with new dates, and citizen and MDA read why', async () => {
  const id = await scene.fileIn('rejected');
  await appeal(id);
  expect(await outcomeOf(takeStep(api, oversight, id, 'upholdAppeal'))).toMatchObject({ status: 400 });

  await decide(id, 'upholdAppeal');

  const after = await read(id);
  expect(after).toMatchObject({ status: 'Pending', cycle: 2, appealUntil: null });
  expect(after.dueAt).not.toBeNull();
  expect(after.history.at(-1)).toMatchObject({
    action: 'upholdAppeal',
    reason: 'We looked at the photos.',
    actor: null,
  });
  expect((await newsRows(api, id)).map(({ kind, email }) => [kind, email])).toContainEqual([
    'appealUpheld',
    scene.officer.email,
  ]);
  const mails = (await api.outbox()).filter((mail) => mail.to === scene.citizen.email && mail.text.includes(id));
  expect(
    mails.map(({ subject, text }) => subject.includes('after the review') && text.includes('the photos')),
  ).toContain(true);
  // One appeal per complaint: a second rejection is final.
  await scene.act(scene.officer, id, 'proposeRejection');
  await scene.act(scene.supervisor, id, 'reject');
  expect(await outcomeOf(appeal(id))).toMatchObject(refused);
});

test('a declined appeal leaves the resolution as it was, and rules out a second appeal', async () => {
  const id = await resolvedAgain();
  const { row: before } = await rowOf(api, id);
  await appeal(id);
  api.clock.advance(60_000);

  await decide(id, 'declineAppeal');

  const { row } = await rowOf(api, id);
  expect([row.state, row.cycle, row.resolvedAt, row.resolvedLate]).toEqual([
    'resolved',
    2,
    before.resolvedAt,
    before.resolvedLate,
  ]);
  const after = await read(id);
  expect(after).toMatchObject({ status: 'Resolved', appealUntil: null, dueAt: null });
  expect(after.history.at(-1)).toMatchObject({ action: 'declineAppeal', reason: 'We looked at the photos.' });
  const { items } = await scene.citizen.call(listNotifications, { query: { limit: 100 } });
  expect(items.filter((item) => item.complaintId === id).map(({ title }) => title)).toContain('The review is over');
  expect(await outcomeOf(appeal(id))).toMatchObject(refused);
  expect(await outcomeOf(scene.citizen.call(reopenComplaint, { form: { id, reason: 'Still dry.' } }))).toBe('success');
  api.clock.advance(-60_000);
});

test('the second of two simultaneous decisions on an appeal gets 409', async () => {
  const id = await scene.fileIn('rejected');
  await appeal(id);

  const outcomes = await Promise.all([
    outcomeOf(decide(id, 'upholdAppeal')),
    outcomeOf(decide(id, 'declineAppeal', await api.staff('oversight'))),
  ]);

  expect(outcomes).toContain('success');
  expect(outcomes).toContainEqual(expect.objectContaining({ status: 409 }));
});

test('oversight is reminded once of a late appeal, even if notes or targets changed since', async () => {
  const id = await scene.fileIn('rejected');
  await appeal(id);
  await processSlaReminders(api.services);
  const late = async () => (await newsRows(api, id)).filter(({ kind }) => kind === 'appealLate').length;
  const others = (await newsRows(api, id)).filter(({ kind }) => kind === 'appealed').length;
  expect(await late()).toBe(0);
  api.clock.advance(16 * day);

  await scene.act(oversight, id, 'note', { text: 'Asked the MDA.' });
  await processSlaReminders(api.services);
  await recomputeTimers(api.services, scene.mdaId);

  expect(await late()).toBe(others);
  api.clock.advance(-16 * day);
});

test('an upheld appeal notifies the officer who proposed the last rejection, not the one who resolved before', async () => {
  const id = await scene.fileIn('resolved');
  await scene.citizen.call(reopenComplaint, { form: { id, reason: 'Dry again.' } });
  const colleague = await api.officer(scene.mdaId);
  await scene.act(colleague, id, 'proposeRejection');
  await scene.act(scene.supervisor, id, 'reject');
  await appeal(id);

  await decide(id, 'upholdAppeal');

  const notified = (await newsRows(api, id)).filter(({ kind }) => kind === 'appealUpheld').map(({ email }) => email);
  expect([notified.includes(colleague.email), notified.includes(scene.officer.email)]).toEqual([true, false]);
});

test('a complaint under appeal cannot be withdrawn, and no other can be merged into it', async () => {
  const id = await scene.fileIn('rejected');
  await appeal(id);
  const duplicate = await scene.file();

  const withdraw = scene.citizen.call(withdrawComplaint, { body: { id } });
  expect(await outcomeOf(withdraw)).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
  const merge = takeStep(api, scene.officer, duplicate, 'merge', { parent: id });
  expect(await outcomeOf(merge)).toMatchObject({ status: 400, fields: { parent: staffMessage.parentUnknown } });
});

test('an appeal that oversight decides late does not count as late for the MDA', async () => {
  const id = await resolvedAgain();
  await appeal(id);
  api.clock.advance(16 * day);

  const now = api.clock.now();
  const { staff } = await listMdaStaff(api.services.db, scene.supervisor.caller, scene.mdaId, todayOf(api.services));
  expect(staff.map(({ overdueComplaints }) => overdueComplaints)).toEqual(staff.map(() => 0));
  const span = { readerId: scene.supervisor.id, mdaId: scene.mdaId, from: '2026-05-01', to: '2026-05-31' };
  expect((await countReport(api.services.db, span, now)).total).toMatchObject({ open: 1, late: 0 });
  api.clock.advance(-16 * day);
});

test('an upheld appeal against a rejection does not count as a re-opening for the next officer', async () => {
  const id = await scene.fileIn('rejected');
  await appeal(id);
  await decide(id, 'upholdAppeal');
  const span = { readerId: scene.supervisor.id, mdaId: scene.mdaId, from: '2026-05-01', to: '2026-05-31' };
  const reopened = async () => {
    const { total } = await countReport(api.services.db, span, api.clock.now());
    const officers = await countOfficers(api.services.db, span);
    return [total.reopened, officers.find(({ id }) => id === scene.officer.id)?.reopened];
  };

  expect((await reopened())[0]).toBe(0);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'resolve');
  expect(await reopened()).toEqual([0, 0]);
  await resolvedAgain();
  expect(await reopened()).toEqual([1, 1]);
});

test('the time of an appeal is not counted for the MDA', async () => {
  const id = await scene.fileIn('rejected');
  await appeal(id);
  const before = (await read(id)).custody;
  api.clock.advance(7 * day);

  expect((await showToCitizen(api.services, scene.citizen.caller, id)).custody).toEqual(before);
  api.clock.advance(-7 * day);
});
