import {
  countDeskComplaints,
  getComplaint,
  getDeskComplaint,
  listDeskComplaints,
  rejectReasons,
  states,
  transitionComplaint,
  withdrawComplaint,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { account } from '../../../db/schema/tables.ts';
import { createScene, rowOf, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let oversight: Person;
let id: string;
beforeEach(async () => {
  scene = await createScene(api);
  oversight = await api.staff('oversight');
  id = await scene.file();
});

const [reason] = rejectReasons;
const step = (person: Person, action: string, words?: object) => takeStep(api, person, id, action, words);
const propose = (person: Person) => step(person, 'proposeRejection', { reason, text: 'See our letter.' });
const approve = (person: Person) => outcomeOf(step(person, 'reject'));
const shown = (person: Person) => person.call(getDeskComplaint, { params: { id } });
const disable = ({ id: accountId }: Person) =>
  api.services.db.update(account).set({ disabledAt: api.clock.now() }).where(eq(account.id, accountId));
const waiting = async (person: Person) => {
  const query = { approval: 'wanted', state: states.join(',') } as const;
  const { items } = await person.call(listDeskComplaints, { query });
  const count = (await person.call(countDeskComplaints)).toApprove;
  return { count: count === items.length, mine: items.some((row) => row.id === id) };
};
const mailsTo = async ({ email }: Person) =>
  (await api.outbox()).filter((mail) => mail.to === email && mail.text.includes(id)).map(({ subject }) => subject);

test('a proposed rejection changes nothing for the citizen until a supervisor approves it', async () => {
  const before = await scene.citizen.call(getComplaint, { params: { id } });

  const proposed = await propose(scene.officer);

  expect(proposed).toMatchObject({ state: 'received', rejection: { by: { id: scene.officer.id }, reason } });
  expect(await scene.citizen.call(getComplaint, { params: { id } })).toEqual(before);
  expect(await mailsTo(scene.supervisor)).toEqual([expect.stringContaining('proposes to reject')]);

  const rejected = await step(scene.supervisor, 'reject');

  expect(rejected).toMatchObject({ state: 'rejected', rejection: null });
  const read = await scene.citizen.call(getComplaint, { params: { id } });
  expect(read.history.map(({ action }) => action)).toEqual(['submit', 'reject']);
  expect(read.history.at(-1)).toMatchObject({ reason, text: 'See our letter.' });
  expect(JSON.stringify(read)).not.toContain(scene.officer.id);
  expect(await mailsTo(scene.officer)).toEqual([expect.stringContaining('A proposal to reject was approved')]);
});

test('a supervisor returns a proposal with a reason for staff only, and it can be proposed again', async () => {
  await propose(scene.officer);

  expect(await outcomeOf(step(scene.supervisor, 'returnRejection'))).toMatchObject({ status: 400 });
  const returned = await step(scene.supervisor, 'returnRejection', { reason: 'Ask the depot first.' });

  expect(returned).toMatchObject({ state: 'received', rejection: null });
  expect(returned?.allowed).toContain('proposeRejection');
  expect(returned?.history.at(-1)).toMatchObject({ reason: 'Ask the depot first.', visibility: 'internal' });
  const read = await scene.citizen.call(getComplaint, { params: { id } });
  expect(JSON.stringify(read)).not.toContain('depot');
  expect(await outcomeOf(propose(scene.officer))).toBe('success');
});

test('nobody can approve their own proposal, not even a supervisor', async () => {
  const colleague = await api.staff('supervisor', scene.mdaId);
  await propose(scene.supervisor);

  expect((await shown(scene.supervisor)).allowed).not.toContain('reject');
  expect(await approve(scene.supervisor)).toMatchObject({
    status: 403,
    message: 'Somebody else has to decide on the rejection you proposed.',
  });
  expect(await mailsTo(colleague)).toHaveLength(1);
  expect(await mailsTo(scene.supervisor)).toEqual([]);
  expect(await approve(colleague)).toBe('success');
});

test('the second of two proposals gets 409', async () => {
  await propose(scene.officer);
  expect(await outcomeOf(propose(scene.supervisor))).toMatchObject({ status: 409, code: 'CONFLICT' });
});

test('oversight decides only where no other supervisor may', async () => {
  await propose(scene.officer);
  expect(await approve(oversight)).toMatchObject({ status: 403, message: /supervisor of the MDA/u });
  expect([await waiting(scene.supervisor), await waiting(oversight)]).toEqual([
    { count: true, mine: true },
    { count: true, mine: false },
  ]);

  await scene.act(oversight, id, 'recuse', { person: scene.supervisor.id });

  expect(await waiting(oversight)).toEqual({ count: true, mine: true });
  expect(await approve(oversight)).toBe('success');
});

test('where there is no supervisor, or the only one proposes, oversight gets the mail and decides', async () => {
  await propose(scene.supervisor);
  expect(await mailsTo(oversight)).toHaveLength(1);
  expect(await outcomeOf(step(oversight, 'returnRejection', { reason: 'Look again.' }))).toBe('success');

  await disable(scene.supervisor);
  await propose(scene.officer);

  expect(await mailsTo(oversight)).toHaveLength(2);
  expect(await approve(oversight)).toBe('success');
});

test.each(['withdraw', 'start', 'offerTransfer'] as const)(
  'a proposal expires when the complaint moves on by %s, and approving it gets 409 with words',
  async (action) => {
    await propose(scene.officer);
    const seen = (await rowOf(api, id)).row.version;
    if (action === 'withdraw') await scene.citizen.call(withdrawComplaint, { body: { id } });
    else await scene.act(scene.officer, id, action);

    const body = { version: seen };
    expect(
      await outcomeOf(scene.supervisor.call(transitionComplaint, { params: { id, action: 'reject' }, body })),
    ).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
    });
    expect(await approve(scene.supervisor)).toMatchObject(
      action === 'start' ? { status: 409, message: /has moved on since/u } : { status: 409, code: 'STATE_FORBIDS' },
    );
    expect((await rowOf(api, id)).row.rejectionProposedBy).toBeNull();
    expect(await waiting(scene.supervisor)).toEqual({ count: true, mine: false });
  },
);

test('recusing the proposer voids the proposal', async () => {
  await propose(scene.officer);
  await scene.act(scene.supervisor, id, 'recuse', { person: scene.officer.id });

  expect((await shown(scene.supervisor)).rejection).toBeNull();
  expect(await approve(scene.supervisor)).toMatchObject({ status: 409 });
});

test('a reply or a note leaves the proposal as it is', async () => {
  await scene.act(scene.officer, id, 'start');
  await propose(scene.officer);
  await scene.act(scene.officer, id, 'note');
  await scene.act(scene.officer, id, 'reply');

  expect((await shown(scene.supervisor)).rejection).toMatchObject({ reason });
});

test('an MDA that is offered the complaint reads nothing of a returned proposal', async () => {
  await propose(scene.officer);
  await step(scene.supervisor, 'returnRejection', { reason: 'Ask the depot first.' });
  await scene.act(scene.officer, id, 'offerTransfer');

  const offered = await shown(scene.neighbour);

  expect(offered.rejection).toBeNull();
  expect(JSON.stringify(offered)).not.toMatch(/depot|our letter/u);
});
