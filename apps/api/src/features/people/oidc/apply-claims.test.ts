import { getStaffMe, listAccessChanges, listStaff, updateStaff } from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
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
