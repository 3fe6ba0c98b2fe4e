import { getDeskComplaint, listAudit } from '@baraza/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createScene, type Scene } from '../../testing/complaints.ts';

/* Whoever of the staff opens more complaints than anybody reads stands in the trail for it. */

let api: TestApp;
let scene: Scene;
let ids: string[];
beforeAll(async () => {
  api = await createTestApp({ rates: { views: { max: 6, seconds: 600 } } });
  scene = await createScene(api);
  ids = [];
  for (let count = 0; count < 8; count += 1) ids.push(await scene.file());
});
afterAll(() => api.close());

const open = (id: string) => scene.officer.call(getDeskComplaint, { params: { id } });
const alarms = async () => {
  const supervisor = await api.staff('supervisor', scene.officer.caller.mdaId ?? undefined);
  const { items } = await supervisor.call(listAudit, { query: { group: 'complaint' } });
  return items.filter(({ action }) => action === 'complaint.viewed-many');
};

it('at the last of so many within minutes, once, for the supervisor to read', async () => {
  for (const id of ids.slice(0, 5)) await open(id);
  expect(await alarms()).toEqual([]);
  for (const id of ids.slice(5)) await open(id);
  expect(await alarms()).toMatchObject([{ actor: { id: scene.officer.id }, outcome: 'done' }]);
});

it('and not for one that is looked at over and over, nor for as many in their own time', async () => {
  api.clock.advance(2 * 3_600_000);
  const before = (await alarms()).length;
  const officer = await api.officer(scene.officer.caller.mdaId ?? '');
  for (let count = 0; count < 12; count += 1) await officer.call(getDeskComplaint, { params: { id: ids[0] ?? '' } });
  for (const id of ids) {
    await officer.call(getDeskComplaint, { params: { id } });
    api.clock.advance(150_000);
  }
  expect((await alarms()).length).toBe(before);
});
