import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordAudit } from '../../audit/audit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/server/database.ts';
import { pruneAudit } from './audit-chain.store.ts';
import { verifyAudit } from './verify-audit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await behind('truncate audit, audit_checkpoint', `update audit_head set seq = 0, hash = ''`);
  // Forty in a row on one connection, and so in one chain; some more wherever they fall.
  await database.db.transaction(async (tx) => {
    for (let minute = 0; minute < 40; minute += 1) await record(tx, minute);
  });
  await Promise.all(Array.from({ length: 20 }, (_, minute) => record(database.db, minute)));
});

const record = (
  db: TestDatabase['db'] | Parameters<Parameters<TestDatabase['db']['transaction']>[0]>[0],
  minute: number,
) =>
  recordAudit(db, {
    at: new Date(Date.UTC(2026, 4, 4, 9, minute)),
    actorId: crypto.randomUUID(),
    actorRole: 'officer',
    action: 'complaint.viewed',
    object: { kind: 'complaint', id: crypto.randomUUID(), label: 'SDP-26-7F3K92' },
    outcome: 'done',
    detail: { number: minute, a: 'x' },
    network: '192.0.2.1',
  });

/** As the owner of the tables could, behind the back of the application. */
async function behind(...statements: string[]): Promise<void> {
  const client = await database.pool.connect();
  const tables = ['audit', 'audit_checkpoint', 'audit_head'];
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const statement of statements) await client.query(statement);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  client.release();
}

async function verify(batch?: number) {
  const lines: string[] = [];
  const verdict = await verifyAudit(database.db, (line) => lines.push(line), batch === undefined ? {} : { batch });
  expect(verdict.faults).toBe(lines.length);
  return { ...verdict, lines };
}

/** The long chain, and its seventeenth entry. */
async function target() {
  const { rows } = await database.pool.query<{ id: string; chain: number; seq: string }>(
    'select id, chain, seq from audit where chain = (select chain from audit_head order by seq desc limit 1) order by seq',
  );
  const [before, it] = [rows[15], rows[16]];
  if (!before || !it) throw new Error('The chain is too short.');
  return { ...it, before, last: rows.at(-1) ?? it };
}

test.each([1, 7, 500])('finds nothing in what the application wrote, in batches of %i', async (batch) => {
  expect(await verify(batch)).toMatchObject({ entries: 60, erased: 0, faults: 0, lines: [] });
});

describe('names the one entry', () => {
  test.each([
    ['whose time', `at = at + interval '1 second'`],
    ['whose actor', 'actor_id = gen_random_uuid()'],
    ['whose role', `actor_role = 'supervisor'`],
    ['whose action', `action = 'file.opened'`],
    ['whose object', `object_id = 'x'`],
    ['whose tracking id', `object_label = 'SDP-26-000000'`],
    ['whose MDA', 'mda_id = gen_random_uuid()'],
    ['whose outcome', `outcome = 'refused'`],
    ['whose request', `request_id = 'x'`],
    ['whose id', 'id = gen_random_uuid()'],
    ['whose network', `network = '192.0.2.2'`],
    ['whose detail', `detail = '{"number": 99, "a": "x"}'`],
    ['whose detail alone', 'detail = null'],
    ['whose salt', `salt = '\\x00'`],
    ['whose digest', `digest = '\\x00'`],
    ['whose hash', `hash = '\\x00'`],
  ])('%s was changed', async (_, change) => {
    const { seq, chain } = await target();
    await behind(`update audit set ${change} where chain = ${chain} and seq = ${seq}`);
    const { lines } = await verify(5);
    expect(lines[0]).toMatch(new RegExp(`^audit [0-9a-f-]{36} \\(chain ${chain}, entry ${seq}, .*\\) altered: `, 'u'));
    expect(lines.length).toBeLessThanOrEqual(2);
  });

  test('that was removed', async () => {
    const { id, chain, seq } = await target();
    await behind(`delete from audit where id = '${id}'`);
    expect((await verify(5)).lines).toEqual([`audit chain ${chain} entry ${seq} missing`]);
  });

  test('that was removed at the end', async () => {
    const { last } = await target();
    await behind(`delete from audit where id = '${last.id}'`);
    expect((await verify()).lines).toEqual([`audit chain ${last.chain} entry ${last.seq} missing`]);
  });

  test('that was slipped in without a place', async () => {
    const { id } = await target();
    const copy = crypto.randomUUID();
    await behind(`insert into audit select '${copy}', at, actor_id, actor_role, action, object_kind, object_id, object_label,
      mda_id, outcome, request_id, network, detail, salt, content_digest, digest from audit where id = '${id}'`);
    expect((await verify()).lines).toEqual([`audit ${copy} extra: it has no place in a chain`]);
  });

  test('that was slipped in at the end of a chain, or in one that is none', async () => {
    const { id, last } = await target();
    const columns = `at, actor_id, actor_role, action, object_kind, object_id, object_label, mda_id, outcome, request_id,
      network, detail, salt, content_digest, digest`;
    await behind(
      `insert into audit select gen_random_uuid(), ${columns}, chain, ${last.seq} + 1, hash from audit where id = '${id}'`,
      `insert into audit select gen_random_uuid(), ${columns}, 16, 1, hash from audit where id = '${id}'`,
    );
    const { lines } = await verify();
    expect(lines).toEqual([
      expect.stringContaining('altered: what happened does not fit its digest'),
      `audit chain ${last.chain} extra: it ends at entry ${last.seq}, and ${Number(last.seq) + 1} is there`,
      expect.stringContaining('extra: it has no place in a chain'),
    ]);
  });

  test('and the other with which it changed places', async () => {
    const { before, seq, chain } = await target();
    await behind(
      `update audit set seq = -1 where chain = ${chain} and seq = ${before.seq}`,
      `update audit set seq = ${before.seq} where chain = ${chain} and seq = ${seq}`,
      `update audit set seq = ${seq} where chain = ${chain} and seq = -1`,
    );
    const { lines } = await verify(5);
    expect(lines[0]).toContain(`entry ${before.seq}, `);
    expect(lines[1]).toContain(`entry ${seq}, `);
  });

  test('at a chain that lost its end, or whose end was set back', async () => {
    const { chain, seq } = await target();
    await behind(`update audit_head set seq = ${seq} where chain = ${chain}`);
    expect((await verify()).lines).toEqual([
      expect.stringContaining(`audit chain ${chain} extra: it ends at entry ${seq}`),
    ]);
    await behind(`delete from audit_head where chain = ${chain}`);
    expect((await verify()).lines).toEqual([`audit chain ${chain} missing: nothing tells where it ends`]);
    await behind(`insert into audit_head values (${chain}, 0, '')`);
  });
});

test('what names a person may be gone by law', async () => {
  await database.pool.query('update audit set network = null, detail = null, salt = null');
  expect(await verify()).toMatchObject({ entries: 60, erased: 60, faults: 0 });
});

test('what was taken off in its time is no gap; the same without a checkpoint is', async () => {
  const { chain, seq } = await target();
  const takeOff = `delete from audit where chain = ${chain} and seq <= ${seq}`;
  await expect(database.pool.query(takeOff)).rejects.toThrow('append-only');
  await database.pool.query(
    'insert into audit_checkpoint select chain, seq, hash, now() from audit where chain = $1 and seq = $2',
    [chain, seq],
  );
  await database.pool.query(takeOff);
  expect(await verify()).toMatchObject({ entries: 60 - Number(seq), faults: 0 });
  await behind('truncate audit_checkpoint');
  expect((await verify()).lines).toEqual([`audit chain ${chain} entries 1 to ${seq} missing`]);
});

test('what the job takes off in its time leaves whole chains, and what is altered after it is found', async () => {
  const until = new Date(Date.UTC(2026, 4, 4, 9, 10));
  // Those before the first young one of their chain. The twenty fell where they fell, so that the number is not always the same.
  const { rows } = await database.pool.query<{ id: string; goes: boolean }>(
    `select id, bool_and(at < $1) over (partition by chain order by seq) as goes from audit`,
    [until],
  );
  const stays = rows.filter((it) => !it.goes).map((it) => it.id);
  expect(stays.length).toBeGreaterThan(0);
  expect(rows.length - stays.length).toBeGreaterThanOrEqual(10);
  expect(await pruneAudit(database.db, until, until, 4)).toBe(rows.length - stays.length);
  const left = await database.pool.query<{ id: string }>('select id from audit');
  expect(left.rows.map((it) => it.id).toSorted()).toEqual(stays.toSorted());
  expect(await verify()).toMatchObject({ entries: stays.length, faults: 0 });
  await behind(`update audit set outcome = 'refused' where id = (select id from audit order by at, id limit 1)`);
  expect((await verify()).lines).toEqual([expect.stringContaining('altered: ')]);
});

test('it may be run while people work', async () => {
  const before = (await verify()).entries;
  let running = true;
  const work = (async () => {
    while (running) await Promise.all(Array.from({ length: 5 }, (_, minute) => record(database.db, minute)));
  })();
  try {
    for (let round = 0; round < 5; round += 1) expect((await verify(50)).lines).toEqual([]);
  } finally {
    running = false;
    await work;
  }
  expect((await verify()).entries).toBeGreaterThan(before);
});
