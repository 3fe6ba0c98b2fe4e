import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../../test/support/server/database.ts';
import * as store from './notification.store.ts';

let database: TestDatabase;
let citizen: string;
let complaint: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  citizen = await insertCitizen();
  complaint = await insertComplaint(citizen);
});

test('pages of notifications are newest first and follow each other', async () => {
  for (const minute of [1, 3, 2, 2, 2]) await insert({ title: `minute ${minute}`, at: minuteOf(minute) });

  const first = await store.listNotifications(database.db, citizen, { limit: 3 });
  expect(first.items.map((it) => it.title)).toEqual(['minute 3', 'minute 2', 'minute 2']);
  const second = await store.listNotifications(database.db, citizen, {
    limit: 3,
    cursor: first.nextCursor ?? undefined,
  });
  expect(second.items.map((it) => it.title)).toEqual(['minute 2', 'minute 1']);
  expect(second.nextCursor).toBeNull();
  expect(new Set([...first.items, ...second.items].map((it) => it.id)).size).toBe(5);
});

test('a notification keeps the time of its first reading, and only its owner can mark it', async () => {
  const id = await insert({ title: 'Your complaint was answered' });
  await insert({ title: 'Another' });
  expect(await store.countUnread(database.db, citizen)).toBe(2);

  expect(await store.markRead(database.db, await insertCitizen(), id, minuteOf(5))).toBeUndefined();
  expect(await store.countUnread(database.db, citizen)).toBe(2);

  expect(await store.markRead(database.db, citizen, id, minuteOf(5))).toMatchObject({ id, read: true });
  expect(await store.markRead(database.db, citizen, id, minuteOf(9))).toMatchObject({ id, read: true });
  const { rows } = await database.pool.query('select read_at from notification where id = $1', [id]);
  expect(rows[0].read_at).toEqual(minuteOf(5));
  expect(await store.countUnread(database.db, citizen)).toBe(1);
});

test('a transaction that is rolled back leaves no notification and announces none', async () => {
  const undone = database.db.transaction(async (tx) => {
    await insert({ title: 'never' }, tx);
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await insert({ title: 'kept' });

  expect(await announced()).toEqual([citizen]);
  expect((await store.listNotifications(database.db, citizen, { limit: 10 })).items).toHaveLength(1);
});

/** Lists accounts with notifications still to be announced. */
async function announced(): Promise<string[]> {
  const { rows } = await database.pool.query<{ payload: string }>(
    `select payload from announcement where payload like $1 order by 1`,
    [`${citizen} %`],
  );
  return rows.map(({ payload }) => payload.split(' ')[0] ?? '');
}

function insert(over: { title: string; at?: Date }, db: Parameters<typeof store.insertNotification>[0] = database.db) {
  return store.insertNotification(db, {
    accountId: citizen,
    complaintId: complaint,
    body: 'It says: done.',
    at: minuteOf(0),
    ...over,
  });
}

function minuteOf(minute: number): Date {
  return new Date(Date.UTC(2026, 4, 1, 12, minute));
}

async function insertCitizen(): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    `insert into account (id, role, email, first_name, last_name, created_at) values ($1, 'citizen', $2, 'Ada', 'Obi', now())`,
    [id, `${id}@mail.example`],
  );
  return id;
}

async function insertComplaint(citizenId: string): Promise<string> {
  const [id, mda, category] = [randomUUID(), randomUUID(), randomUUID()];
  const { pool } = database;
  await pool.query('insert into mda (id, name, created_at) values ($1, $2, now())', [mda, `Office ${mda}`]);
  await pool.query(`insert into category (id, kind, name) values ($1, 'complaint', $2)`, [
    category,
    `Topic ${category}`,
  ]);
  await pool.query(
    `insert into complaint (id, tracking_id, citizen_id, mda_id, category_id, title, description, description_text, location,
      incident_date, state, version, submitted_at, updated_at)
    values ($1, $2, $3, $4, $5, 'No water', 'x', 'x', 'Here', '2026-05-01', 'received', 1, now(), now())`,
    [id, id, citizenId, mda, category],
  );
  return id;
}
