import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { verifyHistory } from './verify-history.ts';

let api: TestApp;
let scene: Scene;
let id: string;
let trackingId: string;

beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
});
afterAll(() => api.close());
beforeEach(async () => {
  // As the owner of the tables could, behind the back of the application.
  await api.pool.query('alter table complaint_event disable trigger user');
  await api.pool.query('truncate complaint, complaint_event, mda_monthly_stats, queue_count cascade');
  await api.pool.query('alter table complaint_event enable trigger user');
  scene = await createScene(api);
  for (let count = 0; count < 7; count += 1) await scene.file();
  id = await scene.fileIn('resolved');
  await scene.act(scene.citizen, id, 'reopen');
  trackingId = (await rowOf(api, id)).row.trackingId;
});

async function verify(batch?: number) {
  const lines: string[] = [];
  const verdict = await verifyHistory(api.services.db, (line) => lines.push(line), batch);
  expect(verdict.faults).toBe(lines.length);
  return { ...verdict, lines };
}

async function tamper(...statements: string[]): Promise<void> {
  await api.pool.query('alter table complaint_event disable trigger user');
  for (const statement of statements) await api.pool.query(statement.replaceAll('$id', id));
  await api.pool.query('alter table complaint_event enable trigger user');
}

test.each([1, 3, 8, 500])('finds nothing in what the application wrote, in batches of %i', async (batch) => {
  expect(await verify(batch)).toEqual({ complaints: 8, events: 11, erased: 0, faults: 0, lines: [] });
});

test('the application itself cannot change what happened', async () => {
  for (const statement of [
    `update complaint_event set text = 'x' where seq = 3`,
    `update complaint_event set at = now()`,
    'delete from complaint_event',
  ]) {
    await expect(api.pool.query(statement)).rejects.toThrow('the history of a complaint is append-only');
  }
});

describe('names what was done behind its back', () => {
  test.each([
    ['a word', `update complaint_event set text = 'Nothing' where complaint_id = '$id' and seq = 3`, 'event 3 altered'],
    [
      'a time',
      `update complaint_event set at = at - interval '1 day' where complaint_id = '$id' and seq = 1`,
      'event 1 altered',
    ],
    [
      'an actor',
      `update complaint_event set actor_id = null where complaint_id = '$id' and seq = 2`,
      'event 2 altered',
    ],
    ['a removed step', `delete from complaint_event where complaint_id = '$id' and seq = 2`, 'event 2 missing'],
    ['a removed end', `delete from complaint_event where complaint_id = '$id' and seq = 4`, 'event 4 missing'],
    [
      'a step that was added',
      `insert into complaint_event select complaint_id, 5, at, action, from_state, to_state, cycle, actor_kind, actor_id,
        visibility, text, reason, data, salt, content_digest, hash, hash from complaint_event where complaint_id = '$id' and seq = 4`,
      'event 5 extra',
    ],
    ['a state', `update complaint set state = 'in_progress' where id = '$id'`, 'row differs: its state'],
    ['a cycle', `update complaint set cycle = 1 where id = '$id'`, 'row differs: its cycle'],
    ['a version', `update complaint set version = 3 where id = '$id'`, 'event 4 extra'],
    ['a reply', `update complaint set reply = 'Never' where id = '$id'`, 'row differs: its reply'],
  ])('%s', async (_, statement, fault) => {
    await tamper(statement);
    const { lines } = await verify(3);
    expect(lines[0]).toContain(`${trackingId} ${fault}`);
    expect(lines.every((it) => it.startsWith(trackingId))).toBe(true);
  });

  test('a complaint that is gone whole, by its count', async () => {
    await tamper(
      `delete from notification where complaint_id = '$id'`,
      `delete from complaint_event where complaint_id = '$id'`,
      `delete from complaint where id = '$id'`,
    );
    const { lines } = await verify();
    expect(lines).toEqual([expect.stringMatching(/^MDA \d+ 2026-05 count differs: counted 8 .*there are 7 /u)]);
  });

  test('a queue that was counted wrong', async () => {
    await tamper(`update queue_count set count = count + 2 where ctid = (
      select ctid from queue_count where kind = 'reopened' limit 1)`);
    expect((await verify()).lines).toEqual([
      expect.stringMatching(/^MDA \d+ queue reopened differs: counted 3; there are 1$/u),
    ]);
  });

  test('events whose complaint is gone', async () => {
    await tamper(`delete from notification where complaint_id = '$id'`);
    await api.pool.query('alter table complaint_event drop constraint complaint_event_complaint_id_complaint_id_fk');
    await api.pool.query('delete from complaint where id = $1', [id]);
    const { lines } = await verify();
    expect(lines).toContain(`${id} event 4 extra: its complaint is missing`);
    await tamper(`delete from complaint_event where complaint_id = '$id'`);
    await api.pool.query(`alter table complaint_event add constraint complaint_event_complaint_id_complaint_id_fk
      foreign key (complaint_id) references complaint (id)`);
  });
});

test('words that were erased by law are counted, and no fault', async () => {
  await api.pool.query(
    `update complaint_event set text = null, reason = null, salt = null,
      data = case action when 'submit' then null else data end where complaint_id = $1`,
    [id],
  );
  expect(await verify()).toMatchObject({ erased: 4, faults: 0 });
});

test('it may be run while people work', async () => {
  const before = (await verify()).complaints;
  let running = true;
  const work = (async () => {
    while (running) await scene.fileIn('in_progress');
  })();
  try {
    for (let round = 0; round < 10; round += 1) expect((await verify(5)).lines).toEqual([]);
  } finally {
    running = false;
    await work;
  }
  expect((await verify()).complaints).toBeGreaterThan(before);
});
