import * as contract from '@baraza/contract';
import type { Endpoint } from '@baraza/contract/core/endpoint';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as tables from '../../src/db/schema/tables.ts';
import { dueRemindersQuery } from '../../src/features/engagement/process-sla-reminders.ts';
import { createTestApp, type TestApp } from '../support/server/app.ts';
import { type Listed, listTable, noLists } from '../access/list-table.ts';
import { createProgram } from '../support/programs.ts';
import { categoryId, fillMany, mdaId, present } from './many-rows.ts';
import { readPlan } from './read-plan.ts';
import { findingsOf, plansOf, type Statement, watchStatements } from '../support/statements.ts';

/*
 * Calls everything that reads over the real app, with every filter and every order. Of each statement that this sends to the
 * database the plan is read: it must find its rows by an index, and look at, or put in order, little more than a page.
 */

/** Tables that are read whole: entries of administrators and supervisors, pending decisions, or one row for many complaints. */
const staysSmall = new Set<string>(
  [
    tables.mda,
    tables.area,
    tables.jurisdiction,
    tables.committeeMember,
    tables.category,
    tables.savedReply,
    tables.customField,
    tables.unit,
    tables.unitMember,
    tables.ruleList,
    tables.knownIssue,
    tables.burst,
    tables.mdaMonthlyStats,
    tables.queueCount,
    tables.identityRequest,
    tables.accessChange,
    tables.program,
    tables.holiday,
    tables.slaTarget,
    tables.installation,
    tables.logKey,
    tables.logCheckpoint,
    tables.publicNumbers,
  ].map((it) => getTableName(it)),
);
const grows: string[] = Object.values(tables)
  .filter((it) => is(it, PgTable))
  .map((it) => getTableName(it))
  .filter((name) => !staysSmall.has(name));

/** A small page, as small beside thousands of rows as a usual one beside millions. */
const page = 5;
/** Limits of rows read for a page, and besides its rows. */
const around = 100;

const reading = Object.entries(contract).flatMap(([name, it]) =>
  isEndpoint(it) && it.method === 'GET' ? [[name, it] as const] : [],
);
const endpoints = new Map<string, Endpoint>(reading);

let api: TestApp;
let tokens: Awaited<ReturnType<typeof fillMany>>;
let sizes: ReadonlyMap<string, number>;
const watched = watchStatements();
beforeAll(async () => {
  const plenty = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({
    now: present,
    rates: { session: plenty, network: plenty, ownData: plenty },
  });
  tokens = await fillMany(api);
  const { rows } = await api.pool.query<{ name: string; rows: number }>(
    'select relname as name, reltuples::float8 as rows from pg_class where relname = any($1)',
    [grows],
  );
  sizes = new Map(rows.map((it) => [it.name, it.rows]));
});
afterAll(() => api.close());

const names = Object.entries(listTable).flatMap(([name, all]) =>
  all.map((listed, at) => [name, listed.as, at] as const),
);

describe.each(names)('%s as %s (%i)', (name, role, at) => {
  const listed = listTable[name]![at]!;
  const most = listed.most ?? around;

  test.each(listed.queries ?? [{}])(`${name} finds a page of its rows by an index: %o`, async (query) => {
    watched.taken();
    await readPages(endpoints.get(name)!, listed, tokens[role], query);
    const statements = watched.taken();
    expect(statements.length).toBeGreaterThan(0);
    const faults: string[] = [];
    for (const statement of statements.filter((it) => !known.has(keyOf(it))))
      faults.push(...(await faultsOf(statement, most)));
    expect(faults).toEqual([]);
    // Statements of a failed test are checked again when it is retried.
    for (const statement of statements) known.add(keyOf(statement));
  });
});

test.each([
  'requests.json?status=open',
  'requests.json?status=closed',
  `requests.json?service_code=${categoryId}`,
  'servicerequestupdates.json?',
  'servicerequestupdates.json?start_date=2026-01-01T06:00:00Z&end_date=2026-01-01T12:00:00Z',
])('the list %s of Open311 finds a page of its rows by an index', async (list) => {
  const { token } = await createProgram(api, { mdaId, scopes: ['complaint:read'] });
  watched.taken();
  for (const asked of ['page=1', 'page=2']) {
    const url = `/open311/v2/${list}&page_size=${page}&${asked}`;
    const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.json()).toHaveLength(page);
  }
  const statements = watched.taken();
  const faults = await Promise.all(statements.map((statement) => faultsOf(statement, around)));
  expect(faults.flat()).toEqual([]);
});

/** Statements checked so far; a named one counts once, since PostgreSQL ends with one plan for all its values. */
const known = new Set<string>();
const keyOf = ({ text, values, name, scope }: Statement) =>
  JSON.stringify(name === undefined ? [text, values, scope] : [name, scope]);

/** Returns the faults of a statement's plans, with the statement. */
async function faultsOf(statement: Statement, most: number): Promise<string[]> {
  const faults: string[] = [];
  for (const plan of await plansOf(api.services, statement)) {
    const { read, whole, sorted } = findingsOf(plan);
    for (const [table, rows] of read) {
      if (!grows.includes(table)) continue;
      if ((sizes.get(table) ?? 0) < 1_000) faults.push(`${table} has too few rows here to tell anything`);
      if (whole.includes(table)) faults.push(`${table} is read whole`);
      if (rows > most) faults.push(`${rows} rows of ${table} are read`);
    }
    if (sorted > most) faults.push(`${sorted} rows are sorted`);
  }
  return faults.map((fault) => `${fault}: ${statement.text}`);
}

/** Reads the first page, and the second where there is one. */
async function readPages(endpoint: Endpoint, { id }: Listed, token: string, query: object): Promise<void> {
  const path = `/api${endpoint.path.replace('{id}', id ?? '')}`;
  const hasPages = endpoint.query !== undefined && 'cursor' in endpoint.query.shape;
  let cursor: string | null | undefined;
  for (let turned = 0; turned < 2 && cursor !== null; turned++) {
    const asked = new URLSearchParams({
      ...query,
      ...(hasPages && { limit: String(page) }),
      ...(cursor && { cursor }),
    });
    const answer = await api.app.inject({
      url: `${path}?${asked}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer).toMatchObject({ statusCode: 200 });
    if (!hasPages) return;
    const { items, nextCursor } = answer.json<{ items: unknown[]; nextCursor: string | null }>();
    expect(items.length).toBeGreaterThan(0);
    cursor = nextCursor;
  }
}

test('every reading call has its query plan tested, or returns no list', () => {
  const mounted = api.app.mountedRoutes.filter(({ method, url, access }) => {
    return method === 'GET' && url.startsWith('/api/') && access !== undefined;
  });
  const listed = Object.keys(listTable).map((name) => `/api${endpoints.get(name)?.path.replace('{id}', ':id')}`);
  expect(mounted.map(({ url }) => url).toSorted()).toEqual([...listed, ...noLists].toSorted());
});

test.each(Object.keys(listTable))('the query plans of %s are tested with every filter and every choice', (name) => {
  const asked = listTable[name]!.flatMap(({ queries = [] }) => queries);
  const missing = Object.entries(endpoints.get(name)!.query?.shape ?? {}).flatMap(([key, schema]) => {
    if (key === 'limit' || key === 'cursor') return [];
    const choices = choicesOf(schema);
    const given = asked.flatMap((query) => query[key] ?? []);
    if (choices.length === 0) return given.length > 0 ? [] : [key];
    return choices.filter((choice) => !given.includes(choice)).map((choice) => `${key}=${choice}`);
  });
  expect(missing).toEqual([]);
});

interface Schema {
  readonly _zod: {
    readonly def: {
      readonly innerType?: Schema;
      readonly options?: readonly Schema[];
      readonly entries?: Readonly<Record<string, string>>;
      readonly values?: readonly unknown[];
    };
  };
}

/** Returns the permitted values of a parameter, if they are known. */
function choicesOf({ _zod: { def } }: Schema): string[] {
  if (def.innerType) return choicesOf(def.innerType);
  if (def.options) return def.options.flatMap(choicesOf);
  return [...Object.values(def.entries ?? {}), ...(def.values ?? []).map(String)].filter(Boolean);
}

function isEndpoint(it: unknown): it is Endpoint {
  return typeof it === 'object' && it !== null && 'method' in it && 'path' in it && 'access' in it;
}

test('the job of SLA timers reads due complaints a batch at a time', async () => {
  const { db } = api.services;
  const until = new Date('2025-12-01T00:00:00Z');
  const reminders = dueRemindersQuery(db, until, undefined, 50);
  const { ways, seen } = await readPlan(db, reminders);
  expect(ways).not.toContain('Seq Scan');
  expect(seen).toBeLessThanOrEqual(60);
  const rows = await reminders;
  expect(rows).toHaveLength(50);
  const later = await dueRemindersQuery(db, until, rows.at(-1), 50);
  expect(later.filter(({ id }) => rows.some((row) => row.id === id))).toEqual([]);
  expect((await readPlan(db, dueRemindersQuery(db, api.clock.now(), rows.at(-1), 50))).seen).toBeLessThanOrEqual(60);
});

test('the test of query plans recognises a scan and a sort of a whole table', async () => {
  const statement = { text: `select * from complaint where location = $1 order by title`, values: ['Here'] };
  const faults = await faultsOf({ ...statement, name: undefined, scope: 'system' }, around);
  const found = ['complaint is read whole', '20000 rows of complaint are read', '20000 rows are sorted'];
  expect(faults).toEqual(found.map((fault) => `${fault}: ${statement.text}`));
});
