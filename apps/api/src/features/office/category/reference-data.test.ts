import { Id } from '@baraza/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCategories } from '../../reference/category.store.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/server/database.ts';
import { categoryId, seedReferenceData } from './reference-data.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('each start of the server provides the categories of the specification in order', async () => {
  await seedReferenceData(database);
  const complaint = await listCategories(database.db, 'complaint');
  expect(complaint.map((it) => it.name)).toEqual([
    'Billing/Payment',
    'Delayed Approvals',
    'Poor Service',
    'Illegal Duty',
    'Emergency',
    'Others',
  ]);
  expect(await listCategories(database.db, 'feedback')).toHaveLength(6);
  // A changed id would duplicate the categories of every installation.
  expect(categoryId('complaint', 'Others')).toBe('8d8bd51d-eee4-881e-90aa-02ef6bd8ee48');
  for (const { id } of complaint) expect(Id.safeParse(id).success).toBe(true);
});

test('a second start of the server adds no categories and keeps changed ones', async () => {
  await seedReferenceData(database);
  const id = categoryId('complaint', 'Illegal Duty');
  await database.pool.query(`update category set name = 'Unlawful fee' where id = $1`, [id]);
  await database.pool.query(`update category set active = false where id = $1`, [categoryId('complaint', 'Others')]);

  await Promise.all([seedReferenceData(database), seedReferenceData(database)]);

  const names = (await listCategories(database.db, 'complaint')).map((it) => it.name);
  expect(names).toEqual(['Billing/Payment', 'Delayed Approvals', 'Poor Service', 'Unlawful fee', 'Emergency']);
  const { rows } = await database.pool.query('select count(*)::int as count from category');
  expect(rows).toEqual([{ count: 12 }]);
});
