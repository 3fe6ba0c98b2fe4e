import { eq, sql } from 'drizzle-orm';
import { alias, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import type { Database } from './database-types.ts';
import { keepRows } from './kept-rows.ts';
import { param } from './prepared.ts';
import { bytes, instant } from './schema/columns.ts';

const thing = pgTable('thing', {
  id: integer('id').primaryKey(),
  otherId: integer('other_id'),
  at: instant('at'),
  day: date('day'),
  raw: bytes('raw'),
  data: jsonb('data'),
});
const other = pgTable('other', { id: integer('id').primaryKey(), name: text('name'), at: instant('at') });
const second = alias(other, 'second');

const fields = {
  id: thing.id,
  at: thing.at,
  day: thing.day,
  raw: thing.raw,
  data: thing.data,
  upper: sql<string | null>`upper(${other.name})`,
  counted: sql<string>`count(*) over ()`,
  other: { id: other.id, name: other.name, at: other.at },
  second: { id: second.id, at: second.at },
};
const selectThings = (db: Database) =>
  db
    .select(fields)
    .from(thing)
    .leftJoin(other, eq(other.id, thing.otherId))
    .leftJoin(second, eq(second.id, thing.otherId))
    .where(sql`${thing.id} > ${param('after')}::int`)
    .orderBy(thing.id);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await database.pool.query(`
    create table other (id int primary key, name text, at timestamptz(3));
    create table thing (id int primary key, other_id int, at timestamptz(3), day date, raw bytea, data jsonb);
    insert into other values (1, 'one', '2026-01-02T03:04:05.678Z'), (2, null, null);
    insert into thing values
      (1, 1, '2026-11-22T13:00:00.001Z', '2026-11-22', '\\x00ff', '{"a":[1,null],"b":"2026-01-01"}'),
      (2, 2, null, null, null, null),
      (3, null, '1969-12-31T23:59:59Z', '0001-01-01', '\\x', '"text"'),
      (4, 9, null, null, null, '7')`);
});
afterAll(() => database.drop());

const readRows = keepRows<Awaited<ReturnType<typeof selectThings>>[number]>(fields);

test.each([0, 2, 4])('rows are read as Drizzle reads them, after %i', async (after) => {
  const { db } = database;
  const asDrizzle = await selectThings(db).execute({ after });

  const rows = await readRows(db, 'things', () => selectThings(db), { after });

  expect(rows).toStrictEqual(asDrizzle);
  expect(rows).toHaveLength(4 - after);
});

test('a transaction reads the same rows', async () => {
  const { db } = database;
  const inside = await db.transaction(async (tx) => {
    await tx.delete(thing).where(eq(thing.id, 1));
    return readRows(tx, 'things', () => selectThings(tx), { after: 0 });
  });
  expect(inside.map(({ id }) => id)).toEqual([2, 3, 4]);
});
