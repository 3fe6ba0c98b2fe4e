import * as contract from '@baraza/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { showAtDesk } from '../../complaint/read/show-complaint.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
import { failure } from '../../../../test/support/failure.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';

/*
 * Every act of an administrator: who is told at once, and whether somebody else confirms it before it counts. Nobody who acts
 * alone reads a citizen's name without others knowing before.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z', environment: { NAMES_DELAY_HOURS: '24' } });
let scene: Scene;
let admin: Person;
let second: Person;
let oversight: Person;
let supervisor: Person;
let mda: string;
beforeAll(async () => {
  [admin, second] = [await api.staff('administrator'), await api.staff('administrator')];
  oversight = await api.staff('oversight');
});
beforeEach(async () => {
  scene = await createScene(api, 'two-person');
  ({ supervisor, mdaId: mda } = scene);
});

const staffOf = async (id: string) => (await admin.call(contract.listStaff)).find((it) => it.id === id);
const change = async (id: string, fields: object) =>
  admin.call(contract.updateStaff, { body: { id, version: (await staffOf(id))!.version, ...fields } });
const create = (role: contract.StaffRole) =>
  admin.call(contract.createStaff, {
    body: { first_name: 'Chidi', last_name: 'Eze', email: `${crypto.randomUUID()}@desk.example`, role, mda },
  });
const showNames = (identityAccess: contract.IdentityAccess) =>
  admin.call(contract.updateMda, { params: { id: mda }, form: { identityAccess, version: '1' } });
const disabledOfficer = async () => {
  const { id } = await api.officer(mda);
  await change(id, { disabled: true });
  return id;
};
const withMfa = async ({ id }: { id: string }) => {
  await api.pool.query('update account set mfa_at = now() where id = $1', [id]);
  return { params: { id }, body: { currentPassword: admin.password } };
};

const changes = () => oversight.call(contract.listAccessChanges);
const mails = async () =>
  (await api.outbox()).flatMap(({ to, text }) => (text.includes('/access-change') ? [`${to} ${text}`] : []));
type Endpoint = { readonly method: string; readonly access: 'public' | readonly string[] };
const isEndpoint = (it: unknown): it is Endpoint => typeof it === 'object' && it !== null && 'route' in it;

type Told = 'nobody' | 'guardians' | 'guardians and supervisors';
type Row = readonly [endpoint: keyof typeof contract, act: string, run: () => Promise<unknown>, Told, waits: boolean];
const all = 'guardians and supervisors';
const acts: readonly Row[] = [
  ['createStaff', 'creating an officer', () => create('officer'), all, false],
  ['createStaff', 'creating a supervisor', () => create('supervisor'), all, true],
  ['createStaff', 'creating an administrator', () => create('administrator'), 'guardians', true],
  ['createStaff', 'creating oversight', () => create('oversight'), 'guardians', true],
  ['updateStaff', 'moving an officer', async () => change(scene.neighbour.id, { mda }), all, false],
  ['updateStaff', 'enabling an officer', async () => change(await disabledOfficer(), { disabled: false }), all, false],
  ['updateStaff', 'raising an officer', async () => change(scene.officer.id, { role: 'supervisor' }), all, true],
  ['updateStaff', 'renaming an officer', async () => change(scene.officer.id, { first_name: 'Ada' }), 'nobody', false],
  ['updateStaff', 'disabling an officer', async () => change(scene.officer.id, { disabled: true }), 'nobody', false],
  ['updateStaff', 'demoting a supervisor', async () => change(supervisor.id, { role: 'officer' }), 'nobody', false],
  [
    'updateStaff',
    'disabling a supervisor',
    async () => change((await api.staff('supervisor', mda)).id, { disabled: true }),
    all,
    false,
  ],
  [
    'updateStaff',
    'disabling oversight',
    async () => change((await api.staff('oversight')).id, { disabled: true }),
    'guardians',
    false,
  ],
  [
    'updateStaff',
    'disabling an administrator',
    async () => change((await api.staff('administrator')).id, { disabled: true }),
    'guardians',
    true,
  ],
  [
    'updateStaff',
    'demoting an administrator',
    async () => change((await api.staff('administrator')).id, { role: 'officer', mda }),
    all,
    true,
  ],
  [
    'inviteAgain',
    'inviting a supervisor anew',
    async () => {
      const { id } = await create('supervisor');
      await confirmChange(second, id);
      return admin.call(contract.inviteAgain, { params: { id } });
    },
    all,
    true,
  ],
  [
    'resetMfa',
    'resetting two-step sign-in of a supervisor',
    async () => admin.call(contract.resetMfa, await withMfa(supervisor)),
    all,
    true,
  ],
  [
    'resetMfa',
    'resetting two-step sign-in of an officer',
    async () => admin.call(contract.resetMfa, await withMfa(scene.officer)),
    'nobody',
    false,
  ],
  ['updateMda', 'showing names to assignees', () => showNames('assigned'), all, false],
  ['updateMda', 'showing names to all staff of an MDA', () => showNames('open'), all, true],
  [
    'createMda',
    'adding an MDA that shows names to all its staff',
    () => admin.call(contract.createMda, { form: { name: crypto.randomUUID(), identityAccess: 'open' } }),
    'guardians',
    true,
  ],
];

/** Acts after which nobody reads more, and decisions on the acts above, which have tests of their own. */
const others = [
  'confirmAccessChange',
  'declineAccessChange',
  'undoAccessChange',
  'signOutStaff',
  'setLeave',
  'createJurisdiction',
  'updateJurisdiction',
  'createCategory',
  'updateCategory',
  'removeDemoData',
  'replyToFeedback',
  'createHoliday',
  'deleteHoliday',
];

test('the table of administrative acts names every call by which an administrator changes something', () => {
  const known = new Set<string>([...acts.map(([endpoint]) => endpoint), ...others]);
  const changing = Object.entries<unknown>(contract).flatMap(([name, it]) =>
    isEndpoint(it) && it.method !== 'GET' && it.access !== 'public' && it.access.includes('administrator')
      ? [name]
      : [],
  );
  const own = Object.entries<unknown>(contract).flatMap(([name, it]) =>
    isEndpoint(it) && it.access !== 'public' && it.access.includes('officer') && name !== 'setLeave' ? [name] : [],
  );
  expect(changing.filter((name) => !known.has(name) && !own.includes(name))).toEqual([]);
});

describe('acts of an administrator', () => {
  test.each(acts)(
    '%s: after %s the right people are told, and it waits if it must',
    async (_, __, run, told, waits) => {
      const earlier = new Set([...(await mails()), ...(await changes()).map(({ id }) => id)]);
      await run();

      const sent = (await mails()).filter((mail) => !earlier.has(mail));
      const isTold = ({ email }: Person) => sent.some((mail) => mail.startsWith(`${email} `));
      const made = (await changes()).filter(({ id }) => !earlier.has(id));
      expect([admin, second, oversight].map(isTold)).toEqual([1, 2, 3].map(() => told !== 'nobody'));
      expect(isTold(supervisor)).toBe(told === all);
      expect(made.map(({ undoableUntil }) => undoableUntil === null)).toEqual(told === 'nobody' ? [] : [waits]);
    },
  );
});

describe('names of citizens after an announced change', () => {
  const why = async (id: string) =>
    (await showAtDesk(api.services, scene.officer.caller, id)).citizen.identity?.because ?? null;
  const begun = async () => {
    const id = await scene.file({}, await api.citizen());
    await scene.act(scene.officer, id, 'start');
    return id;
  };

  test('an officer of an MDA that shows names to assignees since today reads them a day after the notice', async () => {
    const id = await begun();
    await showNames('assigned');
    expect(await why(id)).toBeNull();
    const { allowed } = await showAtDesk(api.services, scene.officer.caller, id);
    expect(allowed).toContain('requestIdentity');
    await scene.act(scene.officer, id, 'requestIdentity', { reason: 'To call them back' });

    api.clock.advance(24 * 3_600_000);

    expect(await why(id)).toBe('assignee');
  });

  test('an officer who was enabled again reads names a day after the notice', async () => {
    const { id: officer } = scene.officer;
    [admin, second] = [await api.staff('administrator'), await api.staff('administrator')];
    await api.pool.query(`update mda set identity_access = 'assigned' where id = $1`, [mda]);
    await change(officer, { disabled: true });
    await change(officer, { disabled: false });
    const id = await begun();
    expect(await why(id)).toBeNull();

    api.clock.advance(24 * 3_600_000);

    expect(await why(id)).toBe('assignee');
  });
});

describe('an undo', () => {
  beforeEach(async () => {
    [admin, oversight] = [await api.staff('administrator'), await api.staff('oversight')];
    supervisor = await api.staff('supervisor', mda);
  });
  const made = async (id: string) =>
    (await oversight.call(contract.listAccessChanges)).find(({ subject }) => subject.id === id)!;
  const undo = async (by: Person, id: string) => {
    const { id: changeId, version } = await made(id);
    return by.call(contract.undoAccessChange, { params: { id: changeId }, body: { version } });
  };

  test('a supervisor’s undo disables an officer whom an administrator made and then moved', async () => {
    const other = (await api.mda()).id;
    const { id } = await admin.call(contract.createStaff, {
      body: { first_name: 'Chidi', last_name: 'Eze', email: 'sock@desk.example', role: 'officer', mda: other },
    });
    await change(id, { mda });
    expect(await failure(undo(await api.staff('supervisor', other), id))).toMatchObject({ status: 404 });

    await undo(supervisor, id);

    expect(await staffOf(id)).toMatchObject({ disabled: true });
    expect(await made(id)).toBeUndefined();
    const undone = (await api.outbox()).filter(({ text }) => text.includes('was undone'));
    expect(undone.map(({ to }) => to)).toEqual(expect.arrayContaining([admin.email, oversight.email]));
  });

  test('an undo enables a supervisor whom an administrator disabled', async () => {
    const { id } = await api.staff('supervisor', mda);
    await change(id, { disabled: true });
    await undo(oversight, id);
    expect(await staffOf(id)).toMatchObject({ role: 'supervisor', disabled: false });
  });

  test('an undo restores who sees names at an MDA', async () => {
    await showNames('assigned');
    await undo(oversight, mda);
    const shown = (await admin.call(contract.listAllMdas)).find(({ id }) => id === mda);
    expect(shown).toMatchObject({ identityAccess: 'two-person' });
  });

  test('an undo of another version, or after 72 hours, gets 409', async () => {
    await showNames('assigned');
    const { id, version } = await made(mda);
    const params = { id };
    const stale = oversight.call(contract.undoAccessChange, { params, body: { version: version - 1 } });
    expect(await failure(stale)).toMatchObject({ status: 409 });
    api.clock.advance(72 * 3_600_000);
    const late = (await api.staff('oversight')).call(contract.undoAccessChange, { params, body: { version } });
    expect(await failure(late)).toMatchObject({ status: 409 });
  });
});

test('a second person lets all staff of an MDA see names, at once', async () => {
  [admin, oversight] = [await api.staff('administrator'), await api.staff('oversight')];
  const id = await scene.file({}, await api.citizen());
  await showNames('open');
  await confirmChange(oversight, mda);
  expect((await showAtDesk(api.services, scene.officer.caller, id)).citizen.identity).toMatchObject({
    because: 'open',
  });
});

test('where nobody else would be told, a new officer waits for a second person', async () => {
  await api.pool.query(
    `update account set disabled_at = now() where role in ('administrator', 'oversight', 'supervisor')`,
  );
  admin = await api.staff('administrator');
  expect(await create('officer')).toMatchObject({ disabled: true, waiting: { role: 'officer' } });
});
