import { listDeskComplaints, states } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import type { Caller } from '../../src/auth/session/caller.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/database.ts';
import { type Filled, fillDesk, openings } from '../support/full-desk.ts';
import { readPlan } from './read-plan.ts';
import { deskListQuery, listForDesk } from '../../src/features/complaint/read/complaint.desk.store.ts';
import { countForDesk, queueCountQuery } from '../../src/features/complaint/read/queue-count.store.ts';
import { countUnread, listNotifications } from '../../src/features/engagement/notification/notification.store.ts';
import { type IsCommon, learnCommonWords } from '../../src/features/complaint/read/common-words.ts';
import { listSimilar, similarQuery } from '../../src/features/complaint/read/related.store.ts';

/*
 * One MDA with 8,000 open complaints over sixty days, old and new ones different: no order finds matches first.
 */

const now = new Date('2026-05-04T12:00:00Z');
const today = { now, day: '2026-05-04', tomorrow: new Date('2026-05-05T00:00:00Z') };
const page = 30;

let database: TestDatabase;
let filled: Filled;
/** The database scoped to an officer of the MDA. */
let db: Database;
let caller: Caller;
let oversight: Caller;
let isCommon: IsCommon;
const reading = { today, isCommon: (term: string) => isCommon(term) };
beforeAll(async () => {
  database = await createTestDatabase();
  filled = await fillDesk(database, 8_000, now);
  db = database.scoped(`mda:${filled.mdaId}`);
  caller = { accountId: filled.officerId, role: 'officer', mdaId: filled.mdaId, sessionId: filled.officerId };
  oversight = { ...caller, accountId: filled.oversightId, role: 'oversight', mdaId: null };
  isCommon = learnCommonWords({ scoped: database.scoped, clock: { now: () => now }, log: pino({ level: 'silent' }) });
  await vi.waitUntil(() => isCommon("'water'"));
});
afterAll(() => database.drop());

const names = openings({
  categories: { common: '', rare: '' },
  jurisdictions: { common: '', rare: '' },
  officerId: '',
}).map(({ what }) => what);

const nothing = { as: 'officer', query: {} } as const;

describe('opening a queue looks at little more than its page, however long it is', () => {
  test.each(names)('opening a queue reads little more than a page: %s', async (what) => {
    const { as, query: asked } = openings(filled).find((it) => it.what === what) ?? nothing;
    const [reach, reader] = as === 'officer' ? [db, caller] : [database.scoped('oversight'), oversight];
    const query = deskListQuery(reader, listDeskComplaints.query.parse({ ...asked, limit: page }), reading);
    const { ways, seen, sorted } = await readPlan(reach, query);
    expect(ways.length).toBeGreaterThan(0);
    expect(ways).not.toContain('Seq Scan');
    // Narrowed queues use the index of one of two conditions, and every fourth to eighth row matches.
    const most = /citizen (in|of) .*(latest|oldest)/.test(what) ? 12 * page : 4 * page;
    expect(seen).toBeLessThanOrEqual(most);
    expect(sorted).toBeLessThanOrEqual(most);
    const found = (await reach.execute(query)).rows.length;
    expect(found).toBeGreaterThanOrEqual(/none/.test(what) ? 0 : /few/.test(what) ? 11 : page + 1);
    expect(found).toBeLessThanOrEqual(/none/.test(what) ? 0 : page + 1);
  });
});

test('the counts of the queues read no complaints but those the caller is recused from', async () => {
  const query = queueCountQuery(db, caller, today);
  expect(await readPlan(db, query)).toMatchObject({ seen: 0 });
  expect(await query).toMatchObject([{ open: 8_000, resolved: 8_000 }]);
  const recused = `id in (select id from complaint where mda_id = '${filled.mdaId}' and state = 'resolved' limit 20)`;
  await database.pool.query(`insert into recusal (complaint_id, account_id, since, why)
    select id, '${caller.accountId}', now(), 'by_hand' from complaint where ${recused}`);
  try {
    const { ways, seen } = await readPlan(db, query);
    expect(ways).not.toContain('Seq Scan');
    // Each is read twice: by the count, and by the policy of its recusal.
    expect(seen).toBeLessThanOrEqual(2 * 20);
    expect(await query).toMatchObject([{ open: 8_000, resolved: 7_980 }]);
  } finally {
    await database.pool.query(`delete from recusal`);
  }
});

test.each<[string, () => Promise<unknown>]>([
  ['desk-rows', () => listForDesk(db, caller, listDeskComplaints.query.parse({ limit: 1 }), reading)],
  ['desk-counts-officer-mda', () => countForDesk(db, caller, today)],
  ['bell-newest', () => listNotifications(db, caller.accountId, { limit: 20 })],
  ['bell-unread', () => countUnread(db, caller.accountId)],
])('the query of %s soon reuses its plan', async (name, ask) => {
  for (let times = 0; times < 8; times += 1) await ask();
  const statements = await db.execute(sql`select generic_plans from pg_prepared_statements where name = ${name}`);
  expect(Number(statements.rows[0]?.['generic_plans'])).toBeGreaterThan(0);
});

test('a word that hardly any complaint holds is not common, nor is a number', () => {
  expect(["'xylophone'", "'xyl':*", "('12345':* | 'ʀ54321':*)"].filter(isCommon)).toEqual([]);
});

test.each([
  ['with its rare word first', '7 water', 2_000],
  ['with its rare word last', 'water 7', 2_000],
])('the desk’s search %s finds the same as reading every complaint', async (_, q, most) => {
  const query = listDeskComplaints.query.parse({ q, state: states.join(','), sort: 'latest', limit: page });
  expect((await readPlan(db, deskListQuery(caller, query, reading))).seen).toBeLessThanOrEqual(most);
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from complaint where mda_id = $1 and search_words(title || ' ' || location || ' '
      || description_text) @@ $2::tsquery order by submitted_at desc, id desc limit $3`,
    [filled.mdaId, q === '7 water' ? `7 & water:*` : `water & 7:*`, page],
  );
  expect(rows).toHaveLength(page);
  const { items } = await listForDesk(db, caller, query, reading);
  expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('the id of an MDA does not match its complaints as a word', async () => {
  const nothingSaid = listDeskComplaints.query.parse({ q: filled.mdaId.slice(0, 8), state: states.join(',') });
  for (const [reach, reader] of [
    [db, caller],
    [database.scoped('oversight'), oversight],
  ] as const)
    expect(await listForDesk(reach, reader, nothingSaid, reading)).toMatchObject({ items: [] });
});

test('similar complaints are found among all of the MDA through the index of words', async () => {
  const { ways, seen } = await readPlan(db, similarQuery(filled.complaintId, caller));
  expect(ways).toContain('Bitmap Heap Scan');
  expect(ways).not.toContain('Seq Scan');
  // The newest of each state, and some that share rare words.
  expect(seen).toBeLessThanOrEqual(1_500);
  // These two have the same text, and hundreds in each state are newer.
  const found = await listSimilar(db, caller, filled.complaintId);
  expect(found.slice(0, filled.likeIds.length).map((it) => it.id)).toEqual(expect.arrayContaining([...filled.likeIds]));
});

test('without leakproof search functions no index is used, and only the newest complaints are compared', async () => {
  const superuser = new pg.Client({ connectionString: database.url.replace('user=baraza', 'user=postgres') });
  await superuser.connect();
  const discreet = 'alter function pg_catalog.ts_match_vq(tsvector, tsquery)';
  await superuser.query(`${discreet} not leakproof`);
  try {
    expect((await readPlan(db, similarQuery(filled.complaintId, caller))).seen).toBeLessThanOrEqual(1_000);
    expect(await listSimilar(db, caller, filled.complaintId)).toHaveLength(10);
  } finally {
    await superuser.query(`${discreet} leakproof`);
    await superuser.end();
  }
});
