import { beforeAll, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';

/*
 * Many staff can be mentioned at once: the live update has to fit into a notification of PostgreSQL.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

test.each([100, 101])('%i mentioned staff get no live update about the complaint', async (count) => {
  const { id: mda } = await api.mda();
  const officer = await api.officer(mda);
  const names = Array.from({ length: count }, (_, index) => ({ firstName: `Kofi${index}`, lastName: 'Owusu' }));
  const mentioned = await Promise.all(names.map((name) => api.staff('officer', mda, name)));
  const id = await scene.file({ mda });
  for (const action of ['start', 'ask'] as const) await scene.act(officer, id, action);

  const [first = officer] = mentioned;
  const heard: (string | undefined)[] = [];
  const others: (string | undefined)[] = [];
  const { live } = api.services;
  const leave = [
    live.followComplaints({ mdaId: mda, readerId: first.id }, (complaintId) => heard.push(complaintId)),
    live.followComplaints({ mdaId: mda, readerId: officer.id }, (complaintId) => others.push(complaintId)),
  ];
  // Updates arrive in order, so this one proves that earlier ones arrived.
  const marker = await scene.file({ mda });
  await expect.poll(() => [heard, others].every((updates) => updates.includes(marker))).toBe(true);
  for (const updates of [heard, others]) updates.length = 0;
  const text = names.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ');
  await scene.act(scene.citizen, id, 'answer', { text });
  expect((await rowOf(api, id)).row.recusedStaff.toSorted()).toEqual(mentioned.map((person) => person.id).toSorted());
  await expect.poll(() => others.length).toBeGreaterThan(0);
  // Their update says that something changed, but not what.
  expect(heard.filter((complaintId) => complaintId !== undefined)).toEqual([]);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  await scene.act(officer, id, 'resolve');
  expect(heard.filter((complaintId) => complaintId !== undefined)).toEqual([]);
  for (const end of leave) end();
});
