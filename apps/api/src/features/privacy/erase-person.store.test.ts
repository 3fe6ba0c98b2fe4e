import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaint } from '../../db/schema/tables.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import { takePersonOutOfComplaints } from './erase-person.store.ts';
import { verifyHistory } from '../complaint/history/verify-history.ts';

let api: TestApp;
let scene: Scene;

beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
  scene = await createScene(api);
});
afterAll(() => api.close());

const nobody = { firstName: '', lastName: '', email: '', phone: null };

test('others have their turn while many cases are looked at', async () => {
  for (let count = 0; count < 12; count += 1) await scene.file();
  let [looked, most, isOver] = [0, 0, false];
  const others = () => {
    most = Math.max(most, looked);
    looked = 0;
    if (!isOver) setImmediate(others);
  };
  const person = {
    ...nobody,
    get firstName() {
      looked += 1;
      return 'Zephyrina';
    },
  };
  others();
  await takePersonOutOfComplaints(api.services.db, eq(complaint.state, 'received'), person);
  isOver = true;
  expect(most).toBeGreaterThan(0);
  // The texts of two cases at most, and not those of all twelve.
  expect(most).toBeLessThanOrEqual(10);
});

test('erasing the words of an event leaves its data, and the chain valid', async () => {
  const id = await scene.fileIn('in_progress');
  await scene.act(scene.officer, id, 'resolve', { text: 'Dear Zephyrina, it runs again.' });
  const person = { ...nobody, firstName: 'Zephyrina' };
  await takePersonOutOfComplaints(api.services.db, eq(complaint.id, id), person);
  const { row, events } = await rowOf(api, id);
  expect(row.reply).toBe('Dear […], it runs again.');
  expect(events.at(-1)).toMatchObject({ text: null, reason: null, salt: null, data: { outcome: 'solved' } });
  expect(await faults()).toEqual([]);
});

async function faults(): Promise<string[]> {
  const lines: string[] = [];
  await verifyHistory(api.services.db, (line) => lines.push(line));
  return lines;
}
