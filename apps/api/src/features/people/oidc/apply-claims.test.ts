import { confirmAccessChange, getStaffMe, listAccessChanges, listStaff, updateStaff } from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import type { Person } from '../../../../test/support/people.ts';
import { failure } from '../../../../test/support/failure.ts';
import { sharedProviderWorld } from '../../../../test/support/server/provider-world.ts';

const world = sharedProviderWorld();
let { api, provider, roads, officer, sub, walk, link, signIn } = world;
beforeEach(() => void ({ api, provider, roads, officer, sub, walk, link, signIn } = world));
let water: string;
beforeAll(async () => {
  water = (await world.api.mda({ name: 'Ministry of Water' })).id;
});

test('a claim moves an officer at the next sign-in, and their older sessions end', async () => {
  await api.staff('administrator');
  await link(officer);
  provider.people[sub] = { baraza_role: 'officer', baraza_mda: water };

  const { call } = await signIn();

  expect(await call(getStaffMe)).toMatchObject({ mda: { id: water } });
  expect(await failure(officer.call(getStaffMe))).toMatchObject({ status: 401 });
});

test('a claim that widens what somebody reads waits for a second person', async () => {
  const administrator = await api.staff('administrator');
  await link(officer);
  provider.people[sub] = { baraza_role: ['supervisor', 'something else'], baraza_mda: 'ministry of roads' };

  const { call } = await signIn();
  await signIn();

  expect(await call(getStaffMe)).toMatchObject({ role: 'officer' });
  const waiting = (await administrator.call(listAccessChanges)).filter(({ subject }) => subject.id === officer.id);
  expect(waiting).toMatchObject([{ role: 'supervisor', undoableUntil: null, by: { name: 'the sign-in provider' } }]);
  await confirmChange(administrator, officer.id);
  expect(await (await signIn()).call(getStaffMe)).toMatchObject({ role: 'supervisor' });
});

test('a claim that narrows what somebody reads counts at once', async () => {
  const supervisor = await api.staff('supervisor', roads);
  await link(supervisor);

  expect(await (await signIn()).call(getStaffMe)).toMatchObject({ role: 'officer' });
});

test.each([
  ['no claim', {}],
  ['unknown values', { baraza_role: 'king', baraza_mda: 'Ministry of Magic' }],
  ['several roles', { baraza_role: ['officer', 'oversight'], baraza_mda: [] }],
  ['the role of administrators', { baraza_role: 'administrator' }],
])('a sign-in with %s takes nothing away, and administrators are told once a day', async (_, claims) => {
  const administrator = await api.staff('administrator');
  const supervisor = await api.staff('supervisor', roads);
  await link(supervisor);
  provider.people[sub] = claims;

  const { call } = await signIn();
  await signIn();

  expect(await call(getStaffMe)).toMatchObject({ role: 'supervisor', mda: { id: roads } });
  const told = (await api.outbox()).filter(
    ({ to, text }) => to === administrator.email && text.includes(supervisor.email),
  );
  expect(told.map(({ subject }) => subject)).toEqual(['The sign-in provider left out what somebody may do']);
});

const waitingOf = async (by: Person, of: Person) =>
  (await by.call(listAccessChanges)).filter(({ subject, undoableUntil }) => subject.id === of.id && !undoableUntil);

test.each([
  ['a narrower role', { baraza_role: 'officer', baraza_mda: 'Ministry of Roads' }, 'officer'],
  ['the role of now', { baraza_role: 'supervisor', baraza_mda: 'Ministry of Roads' }, 'supervisor'],
  ['nothing', {}, 'supervisor'],
])('while a claim of oversight waits, a claim of %s counts at once and ends the request', async (_, claims, role) => {
  const administrator = await api.staff('administrator');
  const supervisor = await api.staff('supervisor', roads);
  await link(supervisor);
  provider.people[sub] = { baraza_role: 'oversight' };
  await signIn();
  const [asked] = await waitingOf(administrator, supervisor);
  expect(asked).toMatchObject({ role: 'oversight' });
  provider.people[sub] = claims;

  const { call } = await signIn();

  expect(await call(getStaffMe)).toMatchObject({ role, mda: { id: roads } });
  expect(await waitingOf(administrator, supervisor)).toEqual([]);
  const body = { currentPassword: administrator.password, version: asked?.version ?? 0 };
  const late = administrator.call(confirmAccessChange, { params: { id: asked?.id ?? '' }, body });
  expect(await failure(late)).toMatchObject({ code: 'VERSION_CONFLICT' });
  const events = await auditedBy(api, supervisor);
  expect(events).toContainEqual(expect.objectContaining({ action: 'staff.declined', objectId: supervisor.id }));
});

test('a wider claim replaces the one that waits', async () => {
  const administrator = await api.staff('administrator');
  await link(officer);
  for (const role of ['supervisor', 'oversight']) {
    provider.people[sub] = { baraza_role: role, baraza_mda: 'Ministry of Roads' };
    await signIn();
  }

  expect(await waitingOf(administrator, officer)).toMatchObject([{ role: 'oversight', mda: null }]);
});

test('what an administrator asked for stays, unless a claim takes rights away', async () => {
  const administrator = await api.staff('administrator');
  const supervisor = await api.staff('supervisor', roads);
  await link(supervisor);
  const { version = 0 } = (await administrator.call(listStaff)).find(({ id }) => id === supervisor.id) ?? {};
  await administrator.call(updateStaff, { body: { id: supervisor.id, version, role: 'oversight', mda: null } });
  for (const mda of ['Ministry of Roads', 'Ministry of Water']) {
    provider.people[sub] = { baraza_role: 'supervisor', baraza_mda: mda };
    await signIn();
    expect(await waitingOf(administrator, supervisor)).toMatchObject([
      { role: 'oversight', by: { id: administrator.id } },
    ]);
  }
  provider.people[sub] = { baraza_role: 'officer', baraza_mda: 'Ministry of Roads' };

  expect(await (await signIn()).call(getStaffMe)).toMatchObject({ role: 'officer' });
  expect(await waitingOf(administrator, supervisor)).toEqual([]);
});

test.each<[string, unknown]>([
  ['an object', { toString: 1, valueOf: 1 }],
  ['a text with a zero', 'officer\u0000'],
  ['a text of a megabyte', 'x'.repeat(1_000_000)],
  ['a list of lists', [['officer']]],
  ['numbers', [1, null, true]],
])('a claim that is %s lets the person in as they were', async (_, claim) => {
  const supervisor = await api.staff('supervisor', roads);
  await link(supervisor);
  provider.people[sub] = { baraza_role: claim, baraza_mda: claim };

  expect(await (await signIn()).call(getStaffMe)).toMatchObject({ role: 'supervisor', mda: { id: roads } });
});

test('no claim touches an administrator', async () => {
  const administrator = await api.staff('administrator');
  await link(administrator);

  expect(await (await signIn()).call(getStaffMe)).toMatchObject({ role: 'administrator' });
  expect(await administrator.call(listAccessChanges)).toEqual(
    expect.not.arrayContaining([{ subject: { id: administrator.id } }]),
  );
});

test('an administrator ends what a claim asked for by disabling the account', async () => {
  const administrator = await api.staff('administrator');
  await link(officer);
  provider.people[sub] = { baraza_role: 'oversight' };
  await signIn();
  const { version = 0 } = (await administrator.call(listStaff)).find(({ id }) => id === officer.id) ?? {};
  await administrator.call(updateStaff, { body: { id: officer.id, version, disabled: true } });

  expect((await administrator.call(listAccessChanges)).filter(({ subject }) => subject.id === officer.id)).toEqual([]);
  expect((await walk()).outcome).toBe('disabled');
});
