import { countDeskComplaints, getCover, listDeskComplaints, updateStaff } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { lockStaff } from '../../../auth/account.store.ts';
import { failure } from '../../../../test/support/failure.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { readQueueGaps } from '../../../../test/support/queue-gaps.ts';
import { verifyHistory } from '../../complaint/record/verify-history.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let administrator: Person;
let second: Person;
let colleague: Person;
beforeAll(async () => {
  [administrator, second] = [await api.staff('administrator'), await api.staff('administrator')];
});
beforeEach(async () => {
  scene = await createScene(api);
  colleague = await api.officer(scene.mdaId);
});

const change = (body: object, person = scene.officer) =>
  administrator.call(updateStaff, { body: { id: person.id, version: 1, ...body } });
const assigneeOf = async (id: string) => (await rowOf(api, id)).row.assigneeId;
const mineOf = async (person: Person) => (await person.call(countDeskComplaints)).mine;
const expectSound = async () => {
  const faults: string[] = [];
  await verifyHistory(api.services.db, (line) => faults.push(line));
  expect(faults).toEqual([]);
  expect(await readQueueGaps(api.services.db)).toEqual([]);
};

test('open complaints of a disabled officer are assigned to the chosen colleague', async () => {
  const [started, asked] = [await scene.fileIn('in_progress'), await scene.fileIn('awaiting_citizen')];
  const resolved = await scene.fileIn('resolved');
  const { openComplaints, colleagues } = await administrator.call(getCover, { params: { id: scene.officer.id } });
  expect([openComplaints, colleagues.map(({ id }) => id).includes(colleague.id)]).toEqual([2, true]);

  const { disabled } = await change({ disabled: true, handTo: colleague.id });

  expect(disabled).toBe(true);
  for (const id of [started, asked]) {
    expect(await assigneeOf(id)).toBe(colleague.id);
    expect((await rowOf(api, id)).events.at(-1)).toMatchObject({
      action: 'assign',
      actorKind: 'officer',
      actorId: administrator.id,
      data: { assignee: colleague.id },
    });
  }
  expect(await assigneeOf(resolved)).toBe(scene.officer.id);
  expect(await mineOf(colleague)).toBe(2);
  await expectSound();
});

test('a complaint from which the colleague is recused is left unassigned', async () => {
  const [seen, recused] = [await scene.fileIn('in_progress'), await scene.fileIn('in_progress')];
  await scene.act(scene.supervisor, recused, 'recuse', { person: colleague.id });

  await change({ disabled: true, handTo: colleague.id });

  expect([await assigneeOf(seen), await assigneeOf(recused)]).toEqual([colleague.id, null]);
  expect(await mineOf(colleague)).toBe(1);
  await expectSound();
});

test.each([
  ['moves to another MDA', () => ({ mda: scene.neighbour.caller.mdaId })],
  ['is disabled', () => ({ disabled: true })],
])('without a chosen colleague the complaints of an officer who %s are left unassigned', async (_, body) => {
  const id = await scene.fileIn('in_progress');
  await change(body());
  expect(await assigneeOf(id)).toBeNull();
  const { items } = await scene.supervisor.call(listDeskComplaints, { query: { assignee: 'none' } });
  expect(items.map((row) => row.id)).toEqual([id]);
});

test('a promotion to a role without complaints hands them over once it is confirmed', async () => {
  const id = await scene.fileIn('in_progress');
  await change({ role: 'oversight', handTo: colleague.id });
  expect(await assigneeOf(id)).toBe(scene.officer.id);
  await confirmChange(second, scene.officer.id);
  expect(await assigneeOf(id)).toBe(colleague.id);
  expect((await rowOf(api, id)).events.at(-1)).toMatchObject({ actorId: second.id });
  await expectSound();
});

test('a colleague who left while the promotion waited gets no complaints', async () => {
  const id = await scene.fileIn('in_progress');
  await change({ role: 'oversight', handTo: colleague.id });
  await change({ disabled: true }, colleague);
  await confirmChange(second, scene.officer.id);
  expect(await assigneeOf(id)).toBeNull();
});

test('a new name or a promotion at the same MDA leaves the complaints assigned', async () => {
  const id = await scene.fileIn('in_progress');
  await change({ first_name: 'Ngozi' });
  expect(await assigneeOf(id)).toBe(scene.officer.id);
});

test.each([
  ['somebody of another MDA', () => scene.neighbour.id],
  ['the person themselves', () => scene.officer.id],
  ['an administrator', () => administrator.id],
  ['nobody there is', () => crypto.randomUUID()],
])('handing over to %s is refused and changes nothing', async (_, handTo) => {
  const id = await scene.fileIn('in_progress');
  const error = await failure(change({ disabled: true, handTo: handTo() }));
  expect(error).toMatchObject({ status: 400, fields: { handTo: expect.any(String) } });
  expect(await assigneeOf(id)).toBe(scene.officer.id);
  expect(await mineOf(scene.officer)).toBe(1);
});

test('an assignment to an officer who is being disabled waits and is refused', async () => {
  const id = await scene.file();
  let assigning: Promise<unknown> = Promise.resolve();

  await api.services.db.transaction(async (tx) => {
    await lockStaff(tx, [scene.officer.id]);
    assigning = outcomeOf(scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id }));
    await tx.execute(sql`update account set disabled_at = now() where id = ${scene.officer.id}`);
  });

  expect(await assigning).toMatchObject({ status: 400 });
  expect(await assigneeOf(id)).toBeNull();
});
