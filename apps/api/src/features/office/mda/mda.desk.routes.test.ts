import {
  createContact,
  deleteContact,
  listContacts,
  listMdaStaff,
  listOwnContacts,
  message,
  updateContact,
} from '@baraza/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { versionOf } from '../../../../test/support/version-of.ts';

const test = sharedTestApp();
let scene: Scene;
let stranger: Person;
beforeAll(async () => {
  scene = await createScene(test);
  stranger = await test.staff('supervisor', (await test.mda()).id);
});

describe('contacts', () => {
  const contact = { name: 'Zoe Abara', phone: '+234 800 1', email: 'Zoe@Water.example' };
  const add = (more: object = {}, by = scene.supervisor) => by.call(createContact, { body: { ...contact, ...more } });
  const namesOf = (list: readonly { name: string }[]) => list.map((it) => it.name);

  it('contacts of an MDA are shown to citizens in order', async () => {
    await add();
    const [zoe, adam] = await add({ name: 'Adam Bello' });
    expect(zoe).toEqual({
      id: zoe?.id,
      name: 'Zoe Abara',
      phone: '+234 800 1',
      email: 'zoe@water.example',
      version: 1,
    });
    const seen = (await scene.citizen.call(listContacts)).filter((it) => [zoe?.id, adam?.id].includes(it.id));
    expect(seen.map((it) => it.name)).toEqual(['Zoe Abara', 'Adam Bello']);
    expect(await stranger.call(listOwnContacts)).toEqual([]);
  });

  it('contacts of an MDA can be changed and moved to any place', async () => {
    const list = await add({ name: 'Chidi Eze' });
    const { id } = list.find((it) => it.name === 'Chidi Eze')!;
    const version = () => versionOf(test, 'committee_member', id);
    const change = async (body: object) =>
      scene.supervisor.call(updateContact, { params: { id }, body: { version: await version(), ...body } });
    expect(namesOf(await change({ place: 0 }))).toEqual(['Chidi Eze', 'Zoe Abara', 'Adam Bello']);
    expect(namesOf(await change({ place: 1 }))).toEqual(['Zoe Abara', 'Chidi Eze', 'Adam Bello']);
    expect(namesOf(await change({ place: 99 }))).toEqual(['Zoe Abara', 'Adam Bello', 'Chidi Eze']);
    expect((await change({ phone: '0800 2' })).at(-1)).toMatchObject({ name: 'Chidi Eze', phone: '0800 2' });
    const gone = await scene.supervisor.call(deleteContact, { params: { id }, query: { version: await version() } });
    expect(namesOf(gone)).toEqual(['Zoe Abara', 'Adam Bello']);
    const trail = (await auditedBy(test, scene.supervisor)).filter((it) => it.objectId === id);
    const changes = ['changed', 'created', 'moved', 'moved', 'moved', 'removed'];
    expect(trail.map((it) => String(it.detail?.['change'])).toSorted()).toEqual(changes);
    expect(JSON.stringify(trail)).not.toContain('Chidi');
  });

  it.each([
    ['no name', { name: '' }, { name: message.required }],
    ['a name of which nothing is seen', { name: '\u202E\u200B' }, { name: message.required }],
    ['a phone number that is none', { phone: 'ask me' }, { phone: message.invalid }],
    ['no phone number', { phone: ' ' }, { phone: message.required }],
    ['an email that is none', { email: 'zoe at water' }, { email: message.email }],
  ])('contacts with %s are refused', async (_, more, fields) => {
    expect(await failure(add(more))).toMatchObject({ status: 400, fields });
  });

  it('contacts cannot be moved before the first place', async () => {
    const [first] = await scene.supervisor.call(listOwnContacts);
    const body = { place: -1, version: first!.version };
    const moved = scene.supervisor.call(updateContact, { params: { id: first!.id }, body });
    expect(await failure(moved)).toMatchObject({ status: 400, fields: { place: message.invalid } });
  });

  it('contacts of another MDA get 404; officers cannot change any', async () => {
    const before = await scene.supervisor.call(listOwnContacts);
    const { id, version } = before[0]!;
    for (const [by, status] of [
      [stranger, 404],
      [scene.officer, 403],
    ] as const) {
      expect(await failure(by.call(updateContact, { params: { id }, body: { name: 'X', version } }))).toMatchObject({
        status,
      });
      expect(await failure(by.call(deleteContact, { params: { id }, query: { version } }))).toMatchObject({ status });
    }
    expect(await scene.supervisor.call(listOwnContacts)).toEqual(before);
  });

  it('contacts added simultaneously get consecutive places', async () => {
    const busy = await test.staff('supervisor', (await test.mda()).id);
    await Promise.all(Array.from({ length: 5 }, (_, number) => add({ name: `Number ${number}` }, busy)));
    const { rows } = await test.pool.query<{ places: number[] }>(
      'select array_agg(position order by position) places from committee_member where mda_id = $1',
      [busy.caller.mdaId],
    );
    expect(rows[0]?.places).toEqual([0, 1, 2, 3, 4]);
  });
});

it('former staff are listed while they have open complaints of the MDA', async () => {
  const { officer, supervisor, mdaId, ...own } = await createScene(test);
  const id = await own.file();
  await own.act(officer, id, 'start');
  await test.pool.query('update account set mda_id = $1 where id = $2', [stranger.caller.mdaId, officer.id]);
  const listed = async () =>
    Object.fromEntries((await supervisor.call(listMdaStaff)).staff.map((it) => [it.id, [it.left, it.openComplaints]]));
  expect(await listed()).toEqual({ [officer.id]: [true, 1], [supervisor.id]: [false, 0] });
  expect((await stranger.call(listMdaStaff)).staff).toContainEqual(
    expect.objectContaining({ id: officer.id, left: false, openComplaints: 0 }),
  );
  await own.act(supervisor, id, 'assign', { assignee: supervisor.id });
  expect(await listed()).toEqual({ [supervisor.id]: [false, 1] });
  await test.pool.query('update account set mda_id = $1 where id = $2', [mdaId, officer.id]);
});

it('staff of the MDA are listed with their open complaints', async () => {
  const { supervisor, officer } = scene;
  const [one, two] = [await scene.fileIn('in_progress'), await scene.fileIn('received')];
  await scene.fileIn('received');
  for (const id of [one, two]) await scene.act(supervisor, id, 'assign', { assignee: officer.id });
  await scene.act(officer, await scene.fileIn('in_progress'), 'resolve');
  await test.pool.query(`update complaint set due_at = $1 where id = $2`, [
    new Date(test.clock.now().getTime() - 1),
    one,
  ]);
  const { rows } = await test.pool.query<{ n: number }>(
    `select count(*)::int n from complaint where mda_id = $1 and assignee_id is null
      and state in ('received', 'in_progress', 'awaiting_citizen')`,
    [scene.mdaId],
  );
  const { staff, unassigned } = await supervisor.call(listMdaStaff);
  expect(staff.map((it) => it.id).toSorted()).toEqual([officer.id, supervisor.id].toSorted());
  expect(staff.find((it) => it.id === officer.id)).toMatchObject({
    role: 'officer',
    disabled: false,
    openComplaints: 2,
    overdueComplaints: 1,
  });
  expect(unassigned).toBe(rows[0]?.n);
  expect(unassigned).toBeGreaterThan(0);
  expect(await stranger.call(listMdaStaff)).toMatchObject({ staff: [{ id: stranger.id }], unassigned: 0 });
  expect(await failure(officer.call(listMdaStaff))).toMatchObject({ status: 403 });
});
