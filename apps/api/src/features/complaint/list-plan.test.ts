import { listComplaints, listDeskComplaints, states } from '@baraza/contract';
import type { SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.ts';
import { toCursor } from '../../platform/cursor.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { readPlan } from '../../testing/read-plan.ts';
import { dueAlarmsQuery } from './alarm.store.ts';
import { deskListQuery } from './complaint.desk.store.ts';
import { citizenListQuery } from './complaint.store.ts';
import { earlierQuery } from './related.store.ts';

const id = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const mdaId = id('a', 3);
const officerId = id('d', 3);
const citizenId = id('c', 7);

let database: TestDatabase;

// 20,000 complaints of 500 citizens to 10 MDAs over two years, three in ten of them open.
beforeAll(async () => {
  database = await createTestDatabase();
  const uuid = (kind: string, number: string) =>
    sql.raw(`('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`);
  const { db } = database;
  await db.execute(sql`insert into mda (id, name, created_at)
    select ${uuid('a', 'n')}, 'MDA ' || n, now() from generate_series(0, 9) n`);
  await db.execute(sql`insert into category (id, kind, name)
    select ${uuid('b', 'n')}, 'complaint', 'Category ' || n from generate_series(0, 5) n`);
  await db.execute(sql`insert into account (id, role, email, first_name, last_name, mda_id, created_at)
    select ${uuid('c', 'n')}, 'citizen', 'c' || n || '@mail.example', 'First' || n, 'Last' || n, null, now()
      from generate_series(0, 499) n
    union all select ${uuid('d', 'n')}, 'officer', 'o' || n || '@mail.example', 'Ada', 'Obi', ${uuid('a', 'n % 10')}, now()
      from generate_series(0, 29) n`);
  await db.execute(sql`insert into complaint (id, tracking_id, citizen_id, mda_id, category_id, title, description,
      description_text, location, incident_date, state, cycle, version, assignee_id, due_at, submitted_at, updated_at)
    select ${uuid('e', 'n')}, 'SDP-26-' || lpad(n::text, 6, '0'), ${uuid('c', 'n % 500')}, ${uuid('a', 'n % 10')},
      ${uuid('b', 'n % 6')}, 'Complaint ' || n, 'x', 'word' || n % 100 || ' text', 'Here', '2026-01-01', state,
      1 + (n % 50 = 0)::int, 1, case when n / 10 % 3 > 0 then ${uuid('d', 'n % 10 + n / 10 % 3 * 10 - 10')} end,
      case when state in ('received', 'in_progress') then at + interval '21 days' end, at, at
    from generate_series(0, 19999) n,
      lateral (select timestamptz '2026-01-01' - n * interval '50 minutes' as at,
        (array['received', 'in_progress', 'awaiting_citizen', 'rejected', 'resolved', 'resolved', 'resolved', 'resolved',
          'withdrawn', 'resolved'])[1 + n / 30 % 10] as state) as it`);
  await db.execute(sql`update complaint set next_alarm_at = submitted_at + interval '2 days',
    escalated_at = case when cycle > 1 then submitted_at end where state in ('received', 'in_progress')`);
  await db.execute(sql`update complaint set offered_to_mda_id = ${uuid('a', '3')}, state = 'transfer_offered'
    where state = 'received' and tracking_id like '%10'`);
  await db.execute(
    sql`update complaint set state = 'transfer_undecided' where state = 'received' and tracking_id like '%20'`,
  );
  await db.execute(sql`vacuum full analyze`);
});
afterAll(() => database.drop());

const explain = (query: SQLWrapper) => readPlan(database.db, query);

const now = new Date('2026-01-01T12:00:00Z');
const caller = (role: Caller['role']): Caller => {
  return { accountId: officerId, role, mdaId: role === 'oversight' ? null : mdaId, sessionId: id('f', 1) };
};
const desk = (query: object, role: Caller['role'] = 'officer') =>
  deskListQuery(database.db, caller(role), listDeskComplaints.query.parse(query), { now, timeZone: 'UTC' });
const citizen = (query: object) => citizenListQuery(database.db, citizenId, listComplaints.query.parse(query));

const place = { at: new Date('2025-12-01T00:00:00Z'), id: id('e', 1) };
const sorts = ['due', 'latest', 'oldest'];
const deskQueries = [
  ...sorts.flatMap((sort) => [{ sort }, { sort, cursor: toCursor(sort, place) }]),
  ...['received', 'in_progress,awaiting_citizen', 'resolved'].map((state) => ({ state })),
  ...['me', 'none', id('d', 13)].map((assignee) => ({ assignee })),
  { due: 'overdue' },
  { due: 'today' },
  { reopened: 'true' },
  { escalated: 'true' },
  { transfer: 'offered' },
];

describe('a list of the desk reads its index and little more than its page', () => {
  test.each(deskQueries)('%o', async (query) => {
    const { ways, seen } = await explain(desk(query));
    expect(ways).not.toContain('Seq Scan');
    expect(ways.length).toBeGreaterThan(0);
    expect(seen).toBeLessThan(400);
  });

  test.each(sorts)('of oversight, by %s', async (sort) => {
    const { ways, seen } = await explain(desk({ sort }, 'oversight'));
    expect(ways).not.toContain('Seq Scan');
    expect(seen).toBeLessThan(400);
  });

  test.each(['rejected,withdrawn', 'received,resolved'])(
    'in a mixture such as %s no more than its MDA',
    async (state) => {
      const { ways, seen } = await explain(desk({ state }));
      expect(ways).not.toContain('Seq Scan');
      expect(seen).toBeLessThanOrEqual(2_000);
    },
  );

  test.each(['000123', 'First3', 'word43', 'Complaint 123'])('found by %s', async (q) => {
    expect((await explain(desk({ q }))).ways).not.toContain('Seq Scan');
    expect((await desk({ q, state: states.join() })).length).toBeGreaterThan(0);
  });
});

test('the undecided transfers of oversight are found without reading the others', async () => {
  const { ways, seen } = await explain(desk({ transfer: 'undecided' }, 'oversight'));
  expect(ways).not.toContain('Seq Scan');
  expect(seen).toBeLessThan(400);
});

test('the job that watches the clocks reads what is due, a batch at a time', async () => {
  const alarms = dueAlarmsQuery(database.db, new Date('2025-12-01T00:00:00Z'), undefined, 50);
  const { ways, seen } = await explain(alarms);
  expect(ways).not.toContain('Seq Scan');
  expect(seen).toBeLessThanOrEqual(60);
  const rows = await alarms;
  expect(rows).toHaveLength(50);
  const later = await dueAlarmsQuery(database.db, new Date('2025-12-01T00:00:00Z'), rows.at(-1), 50);
  expect(later.filter(({ id: next }) => rows.some((row) => row.id === next))).toEqual([]);
  expect((await explain(dueAlarmsQuery(database.db, now, rows.at(-1), 50))).seen).toBeLessThanOrEqual(60);
});

test('earlier complaints of a citizen are theirs alone', async () => {
  const { ways, seen } = await explain(earlierQuery(database.db, id('e', 123)));
  expect(ways).not.toContain('Seq Scan');
  expect(seen).toBeLessThanOrEqual(100);
});

describe('a list of a citizen reads their own complaints alone', () => {
  test.each([
    {},
    { sort: 'oldest' },
    { status: 'Resolved' },
    { q: 'complaint' },
    { category: id('b', 1) },
    { cursor: toCursor('latest', place) },
  ])('%o', async (query) => {
    const { ways, seen } = await explain(citizen(query));
    expect(ways).not.toContain('Seq Scan');
    expect(ways.length).toBeGreaterThan(0);
    expect(seen).toBeLessThanOrEqual(40);
  });
});

test('the reader of plans knows a scan of everything when it sees one', async () => {
  const { ways, seen } = await explain(sql`select * from complaint where location = 'There'`);
  expect(ways).toEqual(['Seq Scan']);
  expect(seen).toBe(20_000);
});
