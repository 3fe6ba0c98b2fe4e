import {
  transitionComplaint,
  countComplaints,
  getComplaint,
  getDeskComplaint,
  listComplaints,
  listDeskComplaints,
  listNotifications,
  reopenComplaint,
  takeSurvey,
} from '@baraza/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, createSlowScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { verifyHistory } from '../record/verify-history.ts';

let api: TestApp;
let scene: Scene;
let other: Person;
let [parent, duplicate] = ['', ''];
beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
});
afterAll(() => api.close());
beforeEach(async () => {
  scene = await createSlowScene(api);
  other = await api.citizen({
    firstName: 'Zainab',
    lastName: 'Okafor',
    email: `zainab.${crypto.randomUUID()}@home.example`,
  });
  parent = await scene.file(
    { title: 'The secret title', location: 'Secret Street', callPhone: '0803 555 0177' },
    other,
  );
  duplicate = await scene.file({ title: 'Dry tap here' });
  await scene.act(scene.officer, parent, 'start');
  await scene.act(scene.officer, duplicate, 'merge', { parent });
});

const read = () => scene.citizen.call(getComplaint, { params: { id: duplicate } });
const news = async () => (await scene.citizen.call(listNotifications)).items.map((it) => it.title);
const merge = async (id: string, into: string, by = scene.officer) => {
  const { version } = (await rowOf(api, id)).row;
  return outcomeOf(by.call(transitionComplaint, { params: { id, action: 'merge' }, body: { parent: into, version } }));
};

test('the citizen of a duplicate reads the parent’s status, date and public replies', async () => {
  expect(await read()).toMatchObject({ state: 'merged', status: 'Processing', timer: 'running', outcome: null });
  expect((await read()).dueAt).not.toBeNull();
  await scene.act(scene.officer, parent, 'reply', {
    text: 'Dear Zainab Okafor of +234 803 555 0177, the pipe is open.',
  });
  await scene.act(scene.officer, parent, 'ask', { text: 'Which door is yours?' });
  expect(await read()).toMatchObject({ timer: 'paused', dueAt: null });
  await scene.act(other, parent, 'answer', { text: 'The green door' });
  await scene.act(scene.officer, parent, 'note', { text: 'Internal canary' });
  await scene.act(scene.officer, parent, 'resolve', { text: 'Water flows again.', outcome: 'partly' });

  const shown = await read();
  expect(shown).toMatchObject({
    status: 'Resolved',
    state: 'merged',
    reply: 'Water flows again.',
    outcome: 'partly',
    timer: 'stopped',
  });
  expect(shown.history.map((it) => [it.action, it.text])).toEqual([
    ['submit', null],
    ['merge', null],
    ['reply', 'Dear […] of […], the pipe is open.'],
    ['resolve', 'Water flows again.'],
  ]);
  expect(shown.history.map((it) => it.id)).toEqual(['1', '2', '3', '4']);
  expect(await news()).toEqual(['Your complaint is resolved', 'New reply', 'Handled together with another complaint']);
  const mails = (await api.outbox()).filter((it) => it.to === scene.citizen.email);
  const { row } = await rowOf(api, parent);
  const seenByCitizen = JSON.stringify([shown, mails, await scene.citizen.call(listNotifications)]);
  for (const secret of [
    'Zainab',
    'Okafor',
    '555 0177',
    other.email,
    row.trackingId,
    'secret title',
    'Secret Street',
    'green door',
    'Which door',
    'canary',
    parent,
  ]) {
    expect(seenByCitizen.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  expect(mails.at(-1)?.text).toContain('Dry tap here');
});

test('the citizen of a duplicate is notified of a new date without the parent’s citizen’s name', async () => {
  const due = (await read()).dueAt ?? '';
  await scene.act(scene.supervisor, parent, 'extend', {
    reason: 'Mrs Zainab Okafor waits for a pump, as you do.',
    days: 5,
  });
  const shown = await read();
  expect(Date.parse(shown.dueAt ?? '')).toBe(Date.parse(due) + 7 * 24 * 3_600_000);
  expect(shown.history.at(-1)).toMatchObject({
    action: 'extend',
    reason: 'Mrs […] waits for a pump, as you do.',
    days: 5,
  });
  expect((await news())[0]).toBe('More time is needed');
  const mail = (await api.outbox()).findLast((it) => it.to === scene.citizen.email);
  expect(mail?.text).toContain('Mrs […] waits for a pump');
});

test('a duplicate is listed and counted with the status of its parent', async () => {
  const titles = async (status: 'Resolved' | 'Processing') =>
    (await scene.citizen.call(listComplaints, { query: { status } })).items.map((it) => it.status);
  expect([await titles('Processing'), await titles('Resolved')]).toEqual([['Processing'], []]);
  await scene.act(scene.officer, parent, 'resolve');
  expect([await titles('Processing'), await titles('Resolved')]).toEqual([[], ['Resolved']]);
  expect(await scene.citizen.call(countComplaints)).toMatchObject({ Resolved: 1, total: 1, surveysToTake: 0 });
});

test('the citizen of a duplicate can neither rate nor re-open the parent', async () => {
  await scene.act(scene.officer, parent, 'resolve');
  const survey = { complaint: duplicate, rating: 5, description: 'Good' };
  expect(await outcomeOf(scene.citizen.call(takeSurvey, { body: survey }))).toMatchObject({ code: 'STATE_FORBIDS' });
  const reopen = { id: duplicate, reason: 'Again' };
  expect(await outcomeOf(scene.citizen.call(reopenComplaint, { body: reopen }))).toMatchObject({
    code: 'STATE_FORBIDS',
  });
  const foreign = { ...survey, complaint: parent };
  expect(await outcomeOf(scene.citizen.call(takeSurvey, { body: foreign }))).toMatchObject({ status: 404 });
});

test('the desk shows the parent at a duplicate, and the duplicates at their parent', async () => {
  const one = await scene.officer.call(getDeskComplaint, { params: { id: duplicate } });
  expect(one.parent).toMatchObject({ id: parent, title: 'The secret title' });
  expect(one.allowed).toEqual(['note', 'call', 'tag', 'untag', 'setUnit', 'setFields', 'requestIdentity', 'recuse']);
  const whole = await scene.officer.call(getDeskComplaint, { params: { id: parent } });
  expect(whole.merged.map((it) => it.id)).toEqual([duplicate]);
});

test('withdrawing a parent releases its duplicates with timers of their own', async () => {
  await scene.act(other, parent, 'withdraw');
  const { row, events } = await rowOf(api, duplicate);
  expect(row).toMatchObject({ state: 'received', mergedIntoId: null, assigneeId: null });
  expect(events.at(-1)).toMatchObject({ action: 'release', actorKind: 'system', actorId: null });
  expect(row.resolveDueAt?.toISOString()).toBe('2026-05-25T23:59:59.999Z');
  expect((await news())[0]).toBe('Your complaint is handled separately again');
  expect(await read()).toMatchObject({ status: 'Pending', timer: 'running' });
  const faults: string[] = [];
  await verifyHistory(api.services.db, (line) => faults.push(line));
  expect(faults).toEqual([]);
});

test('a duplicate and its parent count as one complaint', async () => {
  const { rows } = await api.pool.query('select sum(total)::int as total from mda_monthly_stats where mda_id = $1', [
    scene.mdaId,
  ]);
  expect(rows[0]).toEqual({ total: 1 });
});

test.each([
  ['itself', async () => [await scene.file()].flatMap((it) => [it, it])],
  ['itself in other letters', async () => [await scene.file()].flatMap((it) => [it, it.toUpperCase()])],
  ['one that is not there', async () => [await scene.file(), crypto.randomUUID()]],
  ['one of another MDA', async () => [await scene.file(), await (await createScene(api)).file()]],
  ['a merged one', async () => [await scene.file(), duplicate]],
  ['a withdrawn one', async () => [await scene.file(), await scene.fileIn('withdrawn')]],
  ['a rejected one', async () => [await scene.file(), await scene.fileIn('rejected')]],
])('a complaint cannot be merged into %s', async (_, pair) => {
  const [id = '', into = ''] = await pair();
  const before = await rowOf(api, id);
  expect(await merge(id, into)).toMatchObject({
    status: 400,
    fields: { parent: 'Choose an open or resolved complaint of the same MDA.' },
  });
  expect(await rowOf(api, id)).toEqual(before);
});

test('a parent cannot be merged into another complaint', async () => {
  expect(await merge(parent, await scene.file())).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    message: 'Other complaints are handled together with this one. Merge it the other way round.',
  });
});

test('only one of two simultaneous merges of two complaints into each other succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await scene.file(), await scene.file()];
    const outcomes = await Promise.all([merge(a, b), merge(b, a)]);
    expect(outcomes.filter((it) => it === 'success')).toHaveLength(1);
    expect(outcomes.every((it) => it === 'success' || it.status < 500)).toBe(true);
  }
});

test('a resolved complaint can be the parent of a later one', async () => {
  await scene.act(scene.officer, parent, 'resolve', { text: 'Mended on Monday.' });
  const late = await scene.file({ title: 'Dry again' });
  expect(await merge(late, parent)).toBe('success');
  const shown = await scene.citizen.call(getComplaint, { params: { id: late } });
  expect(shown).toMatchObject({ status: 'Resolved', state: 'merged' });
});

test('a list counts those merged into a complaint, without one its reader is recused from', async () => {
  const mergedFor = async (person: Person) => {
    const { items } = await person.call(listDeskComplaints, { query: {} });
    return items.find(({ id }) => id === parent)?.merged;
  };
  const second = await scene.file();
  await scene.act(scene.officer, second, 'merge', { parent });
  await scene.act(scene.supervisor, second, 'recuse', { person: scene.officer.id });

  expect([await mergedFor(scene.officer), await mergedFor(scene.supervisor)]).toEqual([1, 2]);
});

test('the MDA that a complaint is offered to does not count those merged into it', async () => {
  await scene.act(scene.officer, parent, 'offerTransfer');

  const { items } = await scene.neighbour.call(listDeskComplaints, { query: { transfer: 'offered' } });
  expect(items).toMatchObject([{ id: parent, merged: 0 }]);
});
