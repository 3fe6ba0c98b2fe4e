import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';

/*
 * Many of the staff can be named at once: the news of it have to fit into what PostgreSQL passes on.
 */

let api: TestApp;
let scene: Scene;
beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
  scene = await createScene(api);
});
afterAll(() => api.close());

test.each([99, 100, 101, 149, 150, 151])('%i of an MDA, named in an answer', async (count) => {
  const { id: mda } = await api.mda();
  const officer = await api.officer(mda);
  const names = Array.from({ length: count }, (_, index) => ({ firstName: `Kofi${index}`, lastName: 'Owusu' }));
  const named = await Promise.all(names.map((it) => api.staff('officer', mda, it)));
  const id = await scene.file({ mda });
  for (const action of ['start', 'ask'] as const) await scene.act(officer, id, action);

  const [first = officer] = named;
  const heard: (string | undefined)[] = [];
  const others: (string | undefined)[] = [];
  const { live } = api.services;
  const leave = [
    live.followComplaints({ mdaId: mda, readerId: first.id }, (it) => heard.push(it)),
    live.followComplaints({ mdaId: mda, readerId: officer.id }, (it) => others.push(it)),
  ];
  // What came before has been heard once this one is.
  const marker = await scene.file({ mda });
  await expect.poll(() => [heard, others].every((it) => it.includes(marker))).toBe(true);
  for (const news of [heard, others]) news.length = 0;
  const text = names.map((it) => `${it.firstName} ${it.lastName}`).join(', ');
  await scene.act(scene.citizen, id, 'answer', { text });
  expect((await rowOf(api, id)).row.recusedStaff.toSorted()).toEqual(named.map((it) => it.id).toSorted());
  await expect.poll(() => others.length).toBeGreaterThan(0);
  // That something changed, and not what.
  expect(heard.filter((it) => it !== undefined)).toEqual([]);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  await scene.act(officer, id, 'resolve');
  expect(heard.filter((it) => it !== undefined)).toEqual([]);
  for (const end of leave) end();
});
