import { getStaffMe, listAccessChanges } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
import { sharedProviderWorld } from '../../../../test/support/server/provider-world.ts';
import { mda } from '../../../db/schema/tables.ts';

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

test.each<[string, Partial<typeof mda.$inferInsert>, ...string[]]>([
  ['renamed', { name: 'Ministry of Water and Sanitation' }, '/staff/water', '/staff/roads'],
  ['closed', { active: false }, '/staff/roads', '/staff/water'],
  ['renamed and is named alone', { name: 'Ministry of Water and Sanitation' }, '/staff/water'],
])('an MDA that was %s moves nobody to another one, and administrators are told', async (_, change, ...groups) => {
  const administrator = await api.staff('administrator');
  const person = await api.officer(water);
  await link(person);
  const set = (to: Partial<typeof mda.$inferInsert>) => api.services.db.update(mda).set(to).where(eq(mda.id, water));
  await set(change);
  onTestFinished(async () => void (await set({ name: 'Ministry of Water', active: true })));

  expect(await signInWith('cn=clerks,dc=state', ...groups)).toMatchObject({ mda: { id: water } });
  const told = (await api.outbox()).filter(({ to, text }) => to === administrator.email && text.includes(person.email));
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining('exactly one role or MDA known here in: groups'),
  ]);
});
