import { beforeEach, expect, test } from 'vitest';
import { listBursts, listNotifications, staffEmails, totalDeskComplaints } from '@baraza/contract';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { findBursts } from './find-bursts.ts';

/* A burst is told of once a day; its number is that of the list behind it. */

// A Monday.
const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeEach(async () => {
  scene = await createScene(api);
});

/** Files complaints, each of another citizen. */
async function file(count: number, given: object = {}): Promise<string[]> {
  const ids = [];
  for (let number = 0; number < count; number += 1) ids.push(await scene.file(given, await api.citizen()));
  return ids;
}
const shown = (by = scene.supervisor) => by.call(listBursts);
const told = async () =>
  (await scene.supervisor.call(listNotifications)).items.filter(({ title }) => title === staffEmails.burst.title);

test('supervisors are notified once of a burst, with the number of complaints in its list', async () => {
  await file(5);
  await findBursts(api.services);
  await file(1);
  await findBursts(api.services);

  const [burst, ...others] = await shown();
  expect(others).toEqual([]);
  expect(burst).toMatchObject({ area: null, count: 6, usual: 0, day: '2026-05-04' });
  const query = { category: burst!.category.id, filed: '2026-05-04..2026-05-04' };
  expect(await scene.supervisor.call(totalDeskComplaints, { query })).toEqual({ total: 6 });
  expect(await told()).toHaveLength(1);
  expect(await shown(await api.staff('supervisor', scene.neighbour.caller.mdaId ?? ''))).toEqual([]);
});

test('five complaints of four people are no burst, nor as many as came on other Mondays by this hour', async () => {
  await file(3);
  for (let number = 0; number < 2; number += 1) await scene.file({}, scene.citizen);
  await findBursts(api.services);
  expect(await shown()).toEqual([]);

  const usual = await file(5 * 8);
  await api.pool.query(
    `update complaint set submitted_at = submitted_at - (1 + array_position($1::uuid[], id) % 8) * interval '7 days'
     where id = any($1)`,
    [usual],
  );
  await file(5);
  await findBursts(api.services);
  expect(await shown()).toEqual([]);
});

test('a burst is gone on the next day', async () => {
  await file(5);
  await findBursts(api.services);
  api.clock.advance(24 * 3_600_000);
  expect(await shown(await api.staff('supervisor', scene.mdaId))).toEqual([]);
  await findBursts(api.services);
  expect((await api.pool.query('select from burst')).rowCount).toBe(0);
});

test('a supervisor who may not see a complaint of a burst does not count it', async () => {
  const [first] = await file(5);
  await findBursts(api.services);
  await api.pool.query("insert into recusal (complaint_id, account_id, since, why) values ($1, $2, now(), 'by_hand')", [
    first,
    scene.supervisor.id,
  ]);
  await api.pool.query('update complaint set recused_staff = array[$2::uuid] where id = $1', [
    first,
    scene.supervisor.id,
  ]);
  expect(await shown()).toMatchObject([{ count: 4 }]);
});
