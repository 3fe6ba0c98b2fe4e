import { getStaffMe, listAccessChanges } from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
import { sharedProviderWorld } from '../../../../test/support/server/provider-world.ts';

const world = sharedProviderWorld({
  OIDC_CLAIMS: 'role=groups mda=groups',
  OIDC_ROLES: '/complaints/leads=supervisor; cn=clerks,dc=state=officer; /complaints/audit=oversight',
  OIDC_MDAS: '/staff/roads = Ministry of Roads; /staff/roads/east = ministry of roads; /staff/water=Ministry of Water',
});
let { api, provider, roads, officer, sub, link, signIn } = world;
beforeEach(() => void ({ api, provider, roads, officer, sub, link, signIn } = world));
let water: string;
beforeAll(async () => {
  water = (await world.api.mda({ name: 'Ministry of Water' })).id;
});

const signInWith = async (...groups: string[]) => {
  provider.people[sub] = { groups };
  return (await signIn()).call(getStaffMe);
};

test('groups of the directory give the role and MDA that the settings say', async () => {
  const supervisor = await api.staff('supervisor', roads);
  await link(supervisor);

  expect(await signInWith('cn=clerks,dc=state', '/staff/roads', '/canteen')).toMatchObject({ role: 'officer' });
  expect(await signInWith('cn=clerks,dc=state', '/staff/water')).toMatchObject({ mda: { id: water } });
});

test('of several groups the role that is listed first counts, and a wider one waits for a second person', async () => {
  const administrator = await api.staff('administrator');
  await link(officer);
  const groups = ['/complaints/audit', 'cn=clerks,dc=state', '/complaints/leads', '/staff/roads'];

  expect(await signInWith(...groups)).toMatchObject({ role: 'officer', mda: { id: roads } });
  await confirmChange(administrator, officer.id);
  expect(await signInWith(...groups)).toMatchObject({ role: 'supervisor', mda: { id: roads } });
});

test.each([
  ['the name of a role', 'oversight', '/staff/roads'],
  ['a role in other letters', 'CN=clerks,dc=state', '/staff/roads'],
  ['the name of an MDA', '/complaints/leads', 'Ministry of Water'],
  ['two MDAs', '/complaints/leads', '/staff/roads', '/staff/water'],
])('groups with %s that the settings do not list change nothing', async (_, ...groups) => {
  const administrator = await api.staff('administrator');
  const supervisor = await api.staff('supervisor', roads);
  await link(supervisor);

  expect(await signInWith(...groups)).toMatchObject({ role: 'supervisor', mda: { id: roads } });
  const asked = (await administrator.call(listAccessChanges)).filter(({ subject }) => subject.id === supervisor.id);
  expect(asked).toEqual([]);
});

test('two groups of one MDA name that MDA', async () => {
  const supervisor = await api.staff('supervisor', water);
  await link(supervisor);

  expect(await signInWith('cn=clerks,dc=state', '/staff/roads', '/staff/roads/east')).toMatchObject({
    role: 'officer',
    mda: { id: roads },
  });
});
