import { listDeskComplaints } from '@baraza/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../platform/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Filled, fillDesk, openings } from '../../testing/full-desk.ts';
import { readPlan } from '../../testing/read-plan.ts';
import { deskListQuery } from './complaint.desk.store.ts';
import { queueCountQuery } from './queue-count.store.ts';

/*
 * One MDA with 8,000 open complaints over sixty days, where old and new ones differ: no order has what is looked for in front.
 */

const now = new Date('2026-05-04T12:00:00Z');
const today = { now, timeZone: 'UTC' };
const page = 30;

let database: TestDatabase;
let filled: Filled;
/** As an officer of the MDA reaches it. */
let db: Database;
let caller: Caller;
beforeAll(async () => {
  database = await createTestDatabase();
  filled = await fillDesk(database, 8_000, now);
  db = database.scoped(`mda:${filled.mdaId}`);
  caller = { accountId: filled.officerId, role: 'officer', mdaId: filled.mdaId, sessionId: filled.officerId };
});
afterAll(() => database.drop());

const names = openings({
  categories: { common: '', rare: '' },
  jurisdictions: { common: '', rare: '' },
}).map(([what]) => what);

describe('opening a queue looks at little more than its page, however long it is', () => {
  test.each(names)('%s', async (what) => {
    const asked = new Map(openings(filled)).get(what);
    const query = deskListQuery(db, caller, listDeskComplaints.query.parse({ ...asked, limit: page }), today);
    const { ways, seen, sorted } = await readPlan(db, query);
    expect(ways.length).toBeGreaterThan(0);
    expect(ways).not.toContain('Seq Scan');
    // By arrival, what is due is read a page for each date: some forty of them, with a hundred complaints each.
    const most = /^overdue, (latest|oldest)$/.test(what) ? 45 * (page + 1) : 4 * page;
    expect(seen).toBeLessThanOrEqual(most);
    expect(sorted).toBeLessThanOrEqual(most);
    expect((await query).length).toBeGreaterThan(/few/.test(what) ? 10 : page);
  });
});

test('the counts of the queues look at no complaint', async () => {
  const query = queueCountQuery(db, caller, today);
  expect((await readPlan(db, query)).ways).toEqual([]);
  expect(await query).toMatchObject([{ open: 8_000, resolved: 8_000 }]);
});
