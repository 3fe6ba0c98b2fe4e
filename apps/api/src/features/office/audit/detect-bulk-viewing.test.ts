import { getDeskComplaint, listAudit } from '@baraza/contract';
import { beforeAll, expect, it } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';

/* Whoever of the staff opens more complaints than anybody reads stands in the trail for it. */

const api = sharedTestApp({ rates: { views: { max: 6, seconds: 600 } } });
let scene: Scene;
let ids: string[];
beforeAll(async () => {
  scene = await createScene(api);
  ids = [];
  for (let count = 0; count < 8; count += 1) ids.push(await scene.file());
});

const open = (id: string) => scene.officer.call(getDeskComplaint, { params: { id } });
const reminders = async (object?: string) => {
  const supervisor = await api.staff('supervisor', scene.officer.caller.mdaId ?? undefined);
  const { items } = await supervisor.call(listAudit, { query: { group: 'complaint', object } });
  return items.filter(({ action }) => action === 'complaint.viewed-many');
};

it('viewing many complaints within minutes is recorded once for the supervisor', async () => {
  for (const id of ids.slice(0, 5)) await open(id);
  expect(await reminders()).toEqual([]);
  for (const id of ids.slice(5)) await open(id);
  expect(await reminders()).toMatchObject([{ actor: { id: scene.officer.id }, outcome: 'done' }]);
});

it('viewing one complaint repeatedly, or many over a longer time, is not recorded as bulk viewing', async () => {
  api.clock.advance(2 * 3_600_000);
  const before = (await reminders()).length;
  const officer = await api.officer(scene.officer.caller.mdaId ?? '');
  for (let count = 0; count < 12; count += 1) await officer.call(getDeskComplaint, { params: { id: ids[0] ?? '' } });
  for (const id of ids) {
    await officer.call(getDeskComplaint, { params: { id } });
    api.clock.advance(150_000);
  }
  expect((await reminders()).length).toBe(before);
});

it('bulk viewing over several servers is recorded, and once when two notice it simultaneously', async () => {
  const rates = { ...api.services.rates, views: { max: 21, seconds: 600 } };
  const servers = [await api.rebuild({ rates }), await api.rebuild({ rates: { ...rates } })] as const;
  const viewer = async () => {
    const { id, token } = await api.officer(scene.officer.caller.mdaId ?? '');
    const view = async (complaint: string, index: number) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await servers[index % 2 === 0 ? 0 : 1].inject({
        url: `/api/desk/complaint/${complaint}`,
        headers,
      });
      expect(answer.statusCode).toBe(200);
    };
    return { view, reminders: async () => (await reminders(id)).length };
  };
  const all: string[] = [];
  for (let count = 0; count < 24; count += 1) all.push(await scene.file());
  const one = await viewer();
  for (const [index, id] of all.slice(0, 20).entries()) await one.view(id, index);
  expect(await one.reminders()).toBe(0);
  await one.view(all[20] ?? '', 0);
  expect(await one.reminders()).toBe(1);
  const other = await viewer();
  for (const [index, id] of all.slice(0, 20).entries()) await other.view(id, index);
  await Promise.all(all.slice(20).map(other.view));
  expect(await other.reminders()).toBe(1);
  for (const server of servers) await server.close();
});
