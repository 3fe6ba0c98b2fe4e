import { countDeskComplaints, type State } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { readQueueGaps } from '../../../../test/support/queue-gaps.ts';
import { compactCounts } from './queue-count.store.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const rows = async (where = sql`true`) => {
  const found = await api.services.db.execute<{ count: number }>(sql`select count from queue_count where ${where}`);
  return found.rows.length;
};

test('queue counts match the complaints before and after compacting, even during other steps', async () => {
  const states: State[] = ['received', 'in_progress', 'awaiting_citizen', 'resolved', 'transfer_undecided', 'merged'];
  let working = true;
  const folding = (async () => {
    while (working) await compactCounts(api.services.db);
  })();
  // Two run at once: each leaves the rows that the other has taken.
  const again = (async () => {
    while (working) await compactCounts(api.services.db);
  })();
  for (const state of states) {
    const id = await scene.fileIn(state);
    if (state === 'resolved') await scene.act(scene.citizen, id, 'reopen');
    expect(await readQueueGaps(api.services.db)).toEqual([]);
  }
  working = false;
  await Promise.all([folding, again]);
  const before = await scene.officer.call(countDeskComplaints);
  expect(before).toMatchObject({ open: 6, withCitizen: 1, reopened: 1, undecided: 1, resolved: 0 });
  await compactCounts(api.services.db);
  expect(await scene.officer.call(countDeskComplaints)).toEqual(before);
  expect(await readQueueGaps(api.services.db)).toEqual([]);
});

test('compacting queue counts leaves one row for each count and none for zero', async () => {
  for (let count = 0; count < 5; count += 1) await scene.fileIn('rejected');
  const kinds = sql`mda_id = ${scene.mdaId} and kind = 'open'`;
  expect(await rows(kinds)).toBeGreaterThan(1);
  await compactCounts(api.services.db);
  expect(await rows(kinds)).toBe(1);
  expect(await rows(sql`count = 0`)).toBe(0);
});

test('a connection of one MDA reads and compacts only its own queue counts', async () => {
  const own = api.services.scoped(`mda:${scene.mdaId}`);
  const id = await scene.fileIn('received');
  await scene.act(scene.officer, id, 'offerTransfer');
  const read = await own.execute<{ mda_id: string }>(sql`select distinct mda_id from queue_count`);
  expect(read.rows).toEqual([{ mda_id: scene.mdaId }]);
  expect(await scene.neighbour.call(countDeskComplaints)).toMatchObject({ offered: 1, open: 0 });
  expect(await scene.officer.call(countDeskComplaints)).toMatchObject({ offered: 0 });
  await expect(api.services.scoped('none').execute(sql`delete from queue_count returning 1`)).resolves.toMatchObject({
    rows: [],
  });
});

test('removing complaints lowers the queue counts', async () => {
  const id = await scene.fileIn('awaiting_citizen');
  const { withCitizen } = await scene.officer.call(countDeskComplaints);
  await api.services.db.transaction(async (tx) => {
    await tx.execute(sql`alter table complaint_event disable trigger user`);
    await tx.execute(sql`delete from complaint_event where complaint_id = ${id}`);
    await tx.execute(sql`delete from notification where complaint_id = ${id}`);
    await tx.execute(sql`delete from complaint where id = ${id}`);
    await tx.execute(sql`alter table complaint_event enable trigger user`);
  });
  expect(await scene.officer.call(countDeskComplaints)).toMatchObject({ withCitizen: withCitizen - 1 });
});
