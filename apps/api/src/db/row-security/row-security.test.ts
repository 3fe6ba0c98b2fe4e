import { eq, sql, type SQLWrapper } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/server/database.ts';
import {
  createHeldRows,
  heldTables,
  type HeldRow,
  type HeldRows,
  type HeldTable,
  touches,
  visibleTo,
} from '../../../test/erasure/held-rows.ts';
import { connectDatabase } from '../database.ts';
import { bypassRowSecurity, type Scope } from './scope.ts';
import { complaint } from '../schema/tables.ts';

/*
 * The second wall. No query here carries a condition of its own, as if each store had forgotten it.
 */

let database: TestDatabase;
let rows: HeldRows;
beforeAll(async () => {
  database = await createTestDatabase();
  rows = await createHeldRows(database.db);
});
afterAll(() => database.drop());

/** Number of random reads below; `CROSS_READS=100000` runs for a night. */
const crossReads = Number(process.env['CROSS_READS'] ?? 1_000);

const ids = async (scope: Scope, table: HeldTable): Promise<string[]> => {
  const found = await database
    .scoped(scope)
    .execute<{ key: string }>(sql.raw(`select ${heldTables[table]} as key from ${table}`));
  return found.rows.map((row) => row.key).toSorted();
};
const scopes = (): Scope[] => [
  ...rows.mdaIds.map((id) => `mda:${id}` as const),
  'oversight',
  'administrator',
  'none',
  'system',
];

test('every table with data of complaints, feedback or citizens has policies that hold for its owner too', async () => {
  const { rows: tables } = await database.pool.query<{ name: string; held: boolean }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity
        and exists (select from pg_policy p where p.polrelid = c.oid) as held
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
        select from pg_attribute a where a.attrelid = c.oid
          and (a.attname in ('complaint_id', 'feedback_id', 'citizen_id') or c.relname in ('complaint', 'feedback')))
      order by name`);
  expect(tables.map((it) => it.name)).toEqual(expect.arrayContaining(Object.keys(heldTables)));
  expect(tables.filter((it) => !it.held)).toEqual([]);
});

describe.each(Object.keys(heldTables) as HeldTable[])('%s', (table) => {
  test('each scope reads its own rows of the table and no others', async () => {
    for (const scope of scopes()) {
      const expected = rows.all.filter((row) => row.table === table && visibleTo(scope, row)).map((row) => row.key);
      expect({ scope, found: await ids(scope, table) }).toEqual({ scope, found: expected.toSorted() });
    }
  });

  test('each scope counts only its own rows', async () => {
    const expected = rows.all.filter((row) => row.table === table && visibleTo(`mda:${rows.mdaIds[0]}`, row));
    const counted = await database
      .scoped(`mda:${rows.mdaIds[0]}`)
      .execute(sql.raw(`select count(*)::int from ${table}`));
    expect(counted.rows).toEqual([{ count: expected.length }]);
  });

  test('a connection without a valid scope reads no rows', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const count = async () => (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;
    const open = table === 'file' ? rows.all.filter((it) => it.table === 'file' && visibleTo('none', it)).length : 0;
    expect(await count()).toBe(open);
    const [mda = ''] = rows.mdaIds;
    for (const name of [
      '',
      'none',
      'System',
      ' system',
      'mda:',
      `mda:${mda} `,
      `mda:${mda.toUpperCase()}`,
      mda,
      'mda:%',
    ]) {
      await client.query(`select set_config('baraza.scope', $1, false)`, [name]);
      expect([name, await count()]).toEqual([name, open]);
    }
    await client.end();
  });

  test('rows of other scopes can be neither changed nor deleted', async () => {
    const scope: Scope = `mda:${rows.mdaIds[0]}`;
    const foreign = rows.all.find((row) => row.table === table && !visibleTo(scope, row)) as HeldRow;
    const own = database.scoped(scope);
    const where = sql.raw(`where ${heldTables[table]} = '${foreign.key}'`);
    const column = sql.raw(touches[table]);
    expect((await own.execute(sql`update ${sql.raw(table)} set ${column} ${where}`)).rowCount).toBe(0);
    expect((await own.execute(sql`delete from ${sql.raw(table)} ${where}`)).rowCount).toBe(0);
    const { rows: still } = await database.pool.query(
      `select from ${table} where ${heldTables[table]} = '${foreign.key}'`,
    );
    expect(still.length).toBe(1);
  });

  test('rows of other scopes cannot be inserted', async () => {
    const scope: Scope = `mda:${rows.mdaIds[0]}`;
    const foreign = rows.all.find((row) => row.table === table && !visibleTo(scope, row)) as HeldRow;
    const copy = sql.raw(rows.insertLike(foreign));
    await expect(database.scoped(scope).execute(copy)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('violates row-level security policy') },
    });
    // The statement itself is sound.
    let added: number | null = 0;
    const undone = database.db.transaction(async (tx) => {
      added = (await tx.execute(copy)).rowCount;
      tx.rollback();
    });
    await expect(undone).rejects.toThrow('Rollback');
    expect(added).toBe(1);
  });
});

test('followers of a known issue are visible only to its MDA', async () => {
  const [mdaId = '', other = ''] = rows.mdaIds;
  await database.pool.query(`insert into known_issue_follower (known_issue_id, account_id, since)
    select k.id, a.id, now() from known_issue k, account a where a.role = 'citizen'`);
  const count = async (scope: Scope) =>
    (await database.scoped(scope).execute(sql`select from known_issue_follower`)).rowCount;
  const seen = [`mda:${mdaId}`, `mda:${other}`, 'oversight', 'administrator', 'none', 'system'] as const;
  expect(await Promise.all(seen.map(count))).toEqual([1, 0, 1, 0, 0, 1]);
});

test('a complaint cannot be moved out of its scope, unless the transaction bypasses row security', async () => {
  const [here = '', there = ''] = rows.mdaIds;
  const id =
    rows.all.find(
      (row) => row.table === 'complaint' && row.complaint?.mdaId === here && row.complaint.offeredTo === null,
    )?.key ?? '';
  const own = database.scoped(`mda:${here}`);
  const move = (db: typeof own | Parameters<typeof bypassRowSecurity>[0]) =>
    db.update(complaint).set({ mdaId: there }).where(eq(complaint.id, id));
  await expect(move(own)).rejects.toMatchObject({ cause: { code: '42501' } });
  const moved = own.transaction(async (tx) => {
    await bypassRowSecurity(tx);
    expect((await move(tx)).rowCount).toBe(1);
    tx.rollback();
  });
  await expect(moved).rejects.toThrow('Rollback');
  expect(await ids(`mda:${here}`, 'complaint')).toContain(id);
});

test(`${crossReads} random reads across scopes`, async () => {
  const places = scopes();
  const cell = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...rows.all));
  const wrong: object[] = [];
  let [seen, unseen] = [0, 0];
  for (const [scope, row] of fc.sample(cell, crossReads)) {
    const query = sql.raw(`select from ${row.table} where ${heldTables[row.table]} = '${row.key}'`);
    const found = (await database.scoped(scope).execute(query)).rowCount === 1;
    if (found !== visibleTo(scope, row)) wrong.push({ scope, row, found });
    if (found) seen += 1;
    else unseen += 1;
  }
  expect(wrong).toEqual([]);
  expect(Math.min(seen, unseen)).toBeGreaterThan(crossReads / 10);
}, 600_000);

describe('the scope of a pooled connection', () => {
  const scopeNow = async (db: { execute(query: SQLWrapper): Promise<unknown> }) => {
    const { rows: found } = (await db.execute(
      sql`select current_setting('baraza.scope', true) as scope`,
    )) as pg.QueryResult;
    return (found[0] as { scope: string }).scope;
  };

  test('two officers, oversight and the system share two connections without mixing scopes', async () => {
    const { db, scoped, close } = connectDatabase({ connectionString: database.url, max: 2 });
    const [a = '', b = ''] = rows.mdaIds;
    const places: Scope[] = [`mda:${a}`, `mda:${b}`, 'oversight', 'system', `mda:${a}`, `mda:${b}`];
    const asks = Array.from({ length: 60 }, async (_, index) => {
      const scope = places[index % places.length] as Scope;
      const own = scope === 'system' ? db : scoped(scope);
      const read = async (from: Parameters<typeof bypassRowSecurity>[0]) => {
        const { rows: found } = await from.execute<{ id: string }>(sql`select id from complaint order by random()`);
        return found.map((it) => it.id).toSorted();
      };
      const expected = rows.all.filter((it) => it.table === 'complaint' && visibleTo(scope, it)).map((it) => it.key);
      const answer = index % 3 === 0 ? await own.transaction(read) : await read(own);
      expect(answer).toEqual(expected.toSorted());
      if (index % 5 > 0) return;
      // Some fail halfway, and some bypass row security for a while.
      const failing = own.transaction(async (tx) => {
        await bypassRowSecurity(tx);
        await tx.execute(sql.raw(index % 2 > 0 ? 'select 1 / 0' : 'select 1'));
        throw new Error('failed');
      });
      await expect(failing).rejects.toThrow(/failed/i);
      expect(await scopeNow(own)).toBe(scope);
    });
    await Promise.all(asks);
    await close();
  });

  test('a connection that fails in a transaction is returned clean', async () => {
    const { db, scoped, close } = connectDatabase({ connectionString: database.url, max: 1 });
    const own = scoped(`mda:${rows.mdaIds[0]}`);
    await expect(own.transaction((tx) => tx.execute(sql`select broken`))).rejects.toThrow('Failed query');
    expect(await scopeNow(db)).toBe('system');
    expect(await scopeNow(own)).toBe(`mda:${rows.mdaIds[0]}`);
    await close();
  });

  test('a connection returned amid a transaction is not used again', async () => {
    const { pool, scoped, close } = connectDatabase({ connectionString: database.url, max: 1 });
    const pid = async (from: pg.ClientBase | pg.Pool) =>
      (await from.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const client = await pool.connect();
    const before = await pid(client);
    await client.query('begin');
    client.release();
    expect(await scopeNow(scoped('oversight'))).toBe('oversight');
    expect(await pid(pool)).not.toBe(before);
    await close();
  });

  test('a scope that a connection has already is not set again', async () => {
    const { pool, db, scoped, close } = connectDatabase({ connectionString: database.url, max: 1 });
    const client = await pool.connect();
    const sent: string[] = [];
    const ask = client.query.bind(client) as (...words: unknown[]) => unknown;
    client.query = ((...words: unknown[]) => {
      const [query] = words as [string | { text: string }];
      sent.push(typeof query === 'string' ? query : query.text);
      return ask(...words);
    }) as typeof client.query;
    client.release();
    for (const it of [db, db, scoped('none'), scoped('none'), db]) await it.execute(sql`select 1`);
    expect(sent.map((it) => (it.includes('set_config') ? 'tell' : 'ask')).join(' ')).toBe(
      'ask ask tell ask ask tell ask',
    );
    await close();
  });

  test('only the pool sets the scope of a connection', async () => {
    // A session setting made anywhere else would outlive its request.
    const { readdir, readFile } = await import('node:fs/promises');
    const root = new URL('../../', import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter((it) => /(?<!\.test)\.ts$/.test(it));
    const naming = await Promise.all(
      files.map(async (it) => ((await readFile(new URL(it, root), 'utf8')).match(/baraza\.scope/) ? it : '')),
    );
    expect(naming.filter(Boolean).toSorted()).toEqual(['db/row-security/scope.ts']);
  });
});
