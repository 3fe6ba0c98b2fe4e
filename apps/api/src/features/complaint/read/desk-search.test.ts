import { listDeskComplaints } from '@baraza/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import type { Person } from '../../../../test/support/people.ts';

let api: TestApp;
let scene: Scene;
let citizen: Person;
let id: string;
beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
  scene = await createScene(api);
  citizen = await api.citizen({ firstName: 'Amina', lastName: 'Onyekachukwu' });
  id = await scene.file({}, citizen);
});
afterAll(() => api.close());

describe('searching by name', () => {
  const find = async (q: string) =>
    (await scene.officer.call(listDeskComplaints, { query: { q } })).items.map((it) => it.id);

  test.each(['Amina', 'amina o', 'Amina O.', 'AMI', 'o'])('finds by what is shown: %s', async (q) => {
    expect(await find(q)).toContain(id);
  });

  test.each(['Onyekachukwu', 'Amina Onyekachukwu', 'amina ony', 'On', '555 0192'])(
    'does not confirm who it was: %s',
    async (q) => {
      expect(await find(q)).toEqual([]);
    },
  );

  test('nor by the e-mail', async () => {
    expect(await find(citizen.email)).toEqual([]);
  });

  // What is due is not looked for among the first ones: the index of names finds it.
  test('nor where the index of names finds', async () => {
    const due = async (q: string) =>
      (await scene.officer.call(listDeskComplaints, { query: { q, due: 'overdue' } })).items.map((it) => it.id);
    api.clock.advance(60 * 24 * 3_600_000);
    const officer = await api.officer(scene.mdaId);
    scene = { ...scene, officer };
    expect(await due('Amina')).toEqual([id]);
    expect(await due('Amina O')).toEqual([id]);
    for (const q of ['Onyekachukwu', 'Amina Onye']) expect(await due(q)).toEqual([]);
  });
});
