import { countDeskComplaints, listDeskComplaints } from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';

const day = 24 * 3_600_000;
const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

async function read(id: string) {
  await api.pool.query(`update session set last_used_at = $1, expires_at = $1::timestamptz + interval '1 day'`, [
    api.clock.now(),
  ]);
  const { items } = await scene.officer.call(listDeskComplaints, { query: { sort: 'due' } });
  const overdue = await scene.officer.call(listDeskComplaints, { query: { due: 'overdue' } });
  const counts = await scene.officer.call(countDeskComplaints);
  const row = items.find((it) => it.id === id);
  return { timer: row?.dueTimer, first: items[0]?.id, overdue: overdue.items.length, counted: counts.overdue };
}

test('queues, their counts and order follow the next timer: acknowledgement, reply, resolution', async () => {
  const id = await scene.file();
  api.clock.advance(4 * day);
  const younger = await scene.file();
  expect(await read(id)).toEqual({ timer: 'acknowledge', first: id, overdue: 1, counted: 1 });

  await scene.act(scene.officer, id, 'start');
  expect(await read(id)).toEqual({ timer: 'reply', first: id, overdue: 0, counted: 0 });
  api.clock.advance(5 * day);
  expect(await read(id)).toMatchObject({ timer: 'reply', overdue: 2 });

  await scene.act(scene.officer, id, 'reply');
  expect(await read(id)).toEqual({ timer: 'resolve', first: younger, overdue: 1, counted: 1 });
  await scene.act(scene.officer, id, 'ask');
  expect((await read(id)).timer).toBeNull();
});
