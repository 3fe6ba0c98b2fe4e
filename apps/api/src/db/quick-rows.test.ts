import { eq, sql } from 'drizzle-orm';
import { alias, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { bytes, instant } from './schema/columns.ts';
import { readQuickly } from './quick-rows.ts';

/*
 * Every row is read just as Drizzle reads it: each kind of value, rows that a join did not find, parts of several tables.
 */

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
afterAll(async () => {
  await database.drop();
});

it('reads rows as Drizzle reads them', async () => {
  const { db } = database;
  const query = () =>
    db
      .select({
        id: thing.id,
        at: thing.at,
        day: thing.day,
        raw: thing.raw,
        data: thing.data,
        upper: sql<Date>`${thing.at}`.mapWith(thing.at),
        counted: sql<string>`count(*) over ()`,
        other: { id: other.id, name: other.name, at: other.at },
        named: { name: other.name, id: other.id },
        second: { id: second.id, words: sql<string>`upper(${second.name})` },
        made: { words: sql<string>`upper(${other.name})` },
        both: { mine: thing.otherId, theirs: other.id },
        own: { day: thing.day, raw: thing.raw },
      })
      .from(thing)
      .leftJoin(other, eq(other.id, thing.otherId))
      .leftJoin(second, eq(second.id, thing.otherId))
      .orderBy(thing.id);
  const asDrizzle = await query().prepare('as-drizzle').execute();
  const statement = query().prepare('quickly');
  const quick = await readQuickly(statement).execute();
  expect(quick).toStrictEqual(asDrizzle);
  expect(statement).toHaveProperty('customResultMapper', expect.any(Function));
  expect(asDrizzle.map((row) => [row.other, row.named, row.second, row.both])).toStrictEqual([
    [
      { id: 1, name: 'one', at: new Date('2026-01-02T03:04:05.678Z') },
      { name: 'one', id: 1 },
      { id: 1, words: 'ONE' },
      { mine: 1, theirs: 1 },
    ],
    // As Drizzle has it, the first column decides.
    [{ id: 2, name: null, at: null }, null, { id: 2, words: null }, { mine: 2, theirs: 2 }],
    [null, null, null, { mine: null, theirs: null }],
    [null, null, null, { mine: 9, theirs: null }],
  ]);
});

it('leaves alone what is no selection of columns', async () => {
  const { db } = database;
  const statement = readQuickly(db.insert(other).values({ id: 7, name: 'seven' }).prepare('insert-seven'));
  await statement.execute();
  expect(statement).not.toHaveProperty('customResultMapper', expect.any(Function));
});
