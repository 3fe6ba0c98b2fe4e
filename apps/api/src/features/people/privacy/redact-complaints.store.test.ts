import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { complaint } from '../../../db/schema/tables.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { redactComplaints } from './redact-complaints.store.ts';
import { verifyHistory } from '../../complaint/record/verify-history.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(api);
});

test('redacting the words of an event leaves its data, and the history valid', async () => {
  const id = await scene.fileIn('in_progress');
  await scene.act(scene.officer, id, 'resolve', { text: 'Dear Zephyrina Ojo, it runs again.' });
  const person = { firstName: 'Zephyrina', lastName: 'Ojo', email: '', phone: null, callPhones: [] };
  await redactComplaints(api.services.db, eq(complaint.id, id), person, {
    at: api.clock.now(),
    keys: api.services.keys,
  });
  const { row, events } = await rowOf(api, id);
  expect(row.reply).toBe('Dear […], it runs again.');
  expect(events.at(-1)).toMatchObject({ text: null, reason: null, salt: null, data: { outcome: 'solved' } });
  const faults: string[] = [];
  await verifyHistory(api.services.db, (line) => faults.push(line));
  expect(faults).toEqual([]);
});
