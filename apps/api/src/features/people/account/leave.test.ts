import {
  countDeskComplaints,
  getCover,
  getDeskComplaint,
  listColleagues,
  listDeskComplaints,
  listMdaStaff,
  setLeave,
  staffMessage,
  updateStaff,
} from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let absent: Person;
let deputy: Person;
let administrator: Person;
beforeAll(async () => {
  administrator = await api.staff('administrator');
});
beforeEach(async () => {
  scene = await createScene(api);
  absent = scene.officer;
  deputy = await api.officer(scene.mdaId);
  await stayIn();
});

const day = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const leaveUntil = (until: string | null, by = absent, of = absent, to: Person | null = deputy) =>
  by.call(setLeave, { params: { id: of.id }, body: { until, deputy: to?.id ?? null } });
const mineOf = async (person: Person) => {
  const { items } = await person.call(listDeskComplaints, { query: { assignee: 'me' } });
  return Object.fromEntries(items.map(({ id, assignee }) => [id, assignee?.id]));
};
const countOf = async (person: Person) => (await person.call(countDeskComplaints)).mine;
/** Extends all sessions to the present time of the clock. */
const stayIn = () =>
  api.pool.query(
    `update session set last_used_at = $1, reauthenticated_at = $1, expires_at = $1::timestamptz + interval '1 day'`,
    [api.clock.now()],
  );

test('complaints of an absent officer are in the deputy’s queue, still assigned to the absent', async () => {
  const [before, own] = [await scene.fileIn('in_progress'), await scene.file()];
  await scene.act(deputy, own, 'start');
  expect((await leaveUntil(day(3))).leave).toMatchObject({ until: day(3), deputy: { id: deputy.id } });
  const after = await scene.file();
  await scene.act(scene.supervisor, after, 'assign', { assignee: absent.id });

  const rows = { [own]: deputy.id, [before]: absent.id, [after]: absent.id };
  expect(await mineOf(deputy)).toEqual(rows);
  expect([await countOf(deputy), await countOf(absent), await countOf(scene.supervisor)]).toEqual([3, 2, 0]);
  const { assignee, allowed } = await deputy.call(getDeskComplaint, { params: { id: before } });
  expect(assignee).toMatchObject({ id: absent.id, leave: { until: day(3), deputy: { id: deputy.id } } });
  expect(allowed).toContain('reply');
});

test('a deputy reads name and contact of the citizens of the cases they stand in for, and only until the leave ends', async () => {
  const id = await scene.fileIn('in_progress');
  const identity = async () => (await deputy.call(getDeskComplaint, { params: { id } })).citizen.identity;
  expect(await identity()).toBeNull();

  await leaveUntil(day(3));

  expect(await identity()).toMatchObject({ email: scene.citizen.email, because: 'assignee' });
  await leaveUntil(null);
  expect(await identity()).toBeNull();
});

test('a leave lasts through its last day and then ends without any action', async () => {
  const id = await scene.fileIn('in_progress');
  await leaveUntil(day(2));
  api.clock.advance(2 * 86_400_000);
  await stayIn();
  expect(await mineOf(deputy)).toEqual({ [id]: absent.id });
  api.clock.advance(86_400_000);
  await stayIn();
  expect([await mineOf(deputy), await countOf(deputy)]).toEqual([{}, 0]);
  expect((await absent.call(getCover, { params: { id: absent.id } })).leave).toBeNull();
  expect(await mineOf(absent)).toEqual({ [id]: absent.id });
});

test('a deputy does not see or count complaints from which they are recused', async () => {
  const [seen, recused] = [await scene.fileIn('in_progress'), await scene.fileIn('in_progress')];
  await scene.act(scene.supervisor, recused, 'recuse', { person: deputy.id });
  await leaveUntil(day(3));
  expect([await mineOf(deputy), await countOf(deputy)]).toEqual([{ [seen]: absent.id }, 1]);
  expect(await failure(deputy.call(getDeskComplaint, { params: { id: recused } }))).toMatchObject({ status: 404 });
});

test.each([
  ['is away too', () => leaveUntil(day(9), deputy, deputy, null)],
  ['is disabled', () => administrator.call(updateStaff, { body: { id: deputy.id, version: 1, disabled: true } })],
])('a deputy stops standing in once they %s', async (_, happens) => {
  const id = await scene.fileIn('in_progress');
  await leaveUntil(day(3));
  await happens();
  const { assignee } = await scene.supervisor.call(getDeskComplaint, { params: { id } });
  expect(assignee?.leave).toEqual({ until: day(3), deputy: null });
});

test('a deputy who is away sees only their own complaints', async () => {
  await scene.fileIn('in_progress');
  await leaveUntil(day(3));
  await leaveUntil(day(1), deputy, deputy, null);
  expect([await mineOf(deputy), await countOf(deputy)]).toEqual([{}, 0]);
});

test('while a deputy is away too, supervisors stand in, and get a mail when that leave is set', async () => {
  const id = await scene.fileIn('in_progress');
  await leaveUntil(day(3));
  expect(await mineOf(scene.supervisor)).toEqual({});
  const { standsInFor } = await deputy.call(getCover, { params: { id: deputy.id } });
  expect(standsInFor).toMatchObject([{ id: absent.id }]);

  await leaveUntil(day(1), deputy, deputy, null);

  expect([await mineOf(scene.supervisor), await countOf(scene.supervisor)]).toEqual([{ [id]: absent.id }, 1]);
  expect((await api.outbox()).filter(({ to }) => to === scene.supervisor.email)).toMatchObject([
    { subject: expect.stringContaining('is away too') as string },
  ]);
  await leaveUntil(null, deputy, deputy, null);
  expect(await mineOf(scene.supervisor)).toEqual({});
});

test('supervisors, colleagues and oversight see who is away', async () => {
  await leaveUntil(day(3), scene.supervisor);
  const leave = { until: day(3), deputy: { id: deputy.id, name: expect.any(String) } };
  const { staff } = await scene.supervisor.call(listMdaStaff);
  const leaves = (people: readonly { id: string; leave: unknown }[]) =>
    people.find(({ id }) => id === absent.id)?.leave;
  expect(leaves(staff)).toEqual(leave);
  expect(leaves(await deputy.call(listColleagues))).toEqual(leave);
  expect(await auditedBy(api, scene.supervisor)).toContainEqual(
    expect.objectContaining({ action: 'staff.leave-set', objectId: absent.id }),
  );
});

test('an administrator can set and end anybody’s leave', async () => {
  expect((await leaveUntil(day(3), administrator)).leave).toMatchObject({ until: day(3) });
  expect((await leaveUntil(null, administrator)).leave).toBeNull();
});

test.each([
  ['an officer for a colleague', () => leaveUntil(day(3), deputy, absent, null)],
  ['a supervisor for another MDA', () => leaveUntil(day(3), scene.supervisor, scene.neighbour, null)],
  ['an administrator for one without an MDA', () => leaveUntil(day(3), administrator, administrator, null)],
])('setting the leave of %s gets 404', async (_, asked) => {
  expect(await failure(asked())).toMatchObject({ status: 404 });
});

test.each([
  ['a day that is over', () => leaveUntil(day(-1)), 'until', staffMessage.holidayPast],
  ['no day at all', () => leaveUntil('2026-02-30'), 'until', expect.any(String)],
  ['themselves', () => leaveUntil(day(3), absent, absent, absent), 'deputy', staffMessage.deputyForeign],
  ['somebody else', () => leaveUntil(day(3), absent, absent, scene.neighbour), 'deputy', staffMessage.deputyForeign],
])('a leave until or with %s is refused', async (_, asked, field, words) => {
  expect(await failure(asked())).toMatchObject({ status: 400, fields: { [field]: words } });
});

test('an officer on leave is refused as a deputy', async () => {
  await leaveUntil(day(1), deputy, deputy, null);
  const fields = { deputy: staffMessage.deputyAway };
  expect(await failure(leaveUntil(day(3)))).toMatchObject({ status: 400, fields });
});

test('moving to another MDA ends a leave', async () => {
  await leaveUntil(day(3));
  const body = { id: absent.id, version: 1, mda: scene.neighbour.caller.mdaId };
  await administrator.call(updateStaff, { body });
  expect((await administrator.call(getCover, { params: { id: absent.id } })).leave).toBeNull();
});
