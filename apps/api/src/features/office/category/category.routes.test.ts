import { listComplaintCategories, listFeedbackCategories } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { category } from '../../../db/schema/tables.ts';

const api = sharedTestApp();

test('each kind lists its active categories in order', async () => {
  const names = ['Roads', 'Water', 'Lamps'];
  const rows = names.map((name, index) => ({
    id: crypto.randomUUID(),
    kind: 'complaint' as const,
    name,
    position: 9 - index,
  }));
  await api.services.db.insert(category).values(rows);
  await api.category('feedback', 'Praise');
  await api.services.db.execute(sql`update category set active = false where name = 'Water'`);

  const citizen = await api.citizen();
  const complaint = await citizen.call(listComplaintCategories);
  expect(complaint.map((it) => it.name)).toEqual(['Lamps', 'Roads']);
  expect(complaint[1]).toEqual({ id: rows[0]?.id, name: 'Roads' });
  const oversight = await api.staff('oversight');
  expect((await oversight.call(listFeedbackCategories)).map((it) => it.name)).toEqual(['Praise']);
});

test('strangers cannot list categories', async () => {
  await expect(api.call(listComplaintCategories)).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
});
