import { deleteAccount, submitFeedback } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { behind, takeBack } from '../../../test/support/behind.ts';
import { rewriteEvent } from '../../../test/support/rewrite-event.ts';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { recordAudit } from '../../audit/audit.ts';
import { deriveKeys } from '../../crypto/keys.ts';
import type { Database } from '../../db/database.ts';
import { logPending } from '../../db/schema/tables.ts';
import { pruneAudit } from '../office/audit/prune-audit.store.ts';
import { setFeedbackReply } from '../feedback/feedback.store.ts';
import { appendToLog, LogAltered } from '../log/append-to-log.ts';
import { readCheckpoint } from '../log/log.store.ts';
import { verifyLog } from './verify-log.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let id: string;
let trackingId: string;
let feedbackId: string;

beforeAll(async () => {
  scene = await createScene(api);
  for (let count = 0; count < 7; count += 1) await scene.file();
  id = await scene.fileIn('resolved');
  await scene.act(scene.citizen, id, 'reopen');
  trackingId = (await rowOf(api, id)).row.trackingId;
  feedbackId = await sendFeedback();
  await api.services.db.transaction(async (tx) => {
    for (let minute = 0; minute < 300; minute += 1) await recordAudit(tx, entryAt(minute));
  });
  await appendToLog(api.services);
});

const entryAt = (minute: number) => ({
  at: new Date(Date.UTC(2026, 4, 4, 9, minute)),
  actorId: crypto.randomUUID(),
  actorRole: 'officer' as const,
  action: 'complaint.viewed' as const,
  object: { kind: 'complaint', id: crypto.randomUUID(), label: 'SDP-26-7F3K92' },
  outcome: 'done' as const,
  detail: { number: minute, a: 'x' },
  network: '192.0.2.1',
});

async function sendFeedback(by = scene.citizen): Promise<string> {
  const category = await api.category('feedback');
  const form = { category, title: 'A kind clerk', description: '<p>She stayed late.</p>' };
  const { id: feedback } = await by.call(submitFeedback, { form });
  const reply = { text: 'Thank you.', replierId: scene.supervisor.id, at: api.clock.now() };
  await setFeedbackReply(api.services.db, feedback, reply);
  return feedback;
}

interface Verifying {
  readonly batch?: number;
}

async function verify(options: Verifying = {}, db: Database = api.services.db) {
  const lines: string[] = [];
  const verdict = await verifyLog(db, api.services, (line) => lines.push(line), options);
  expect(verdict.faults).toBe(lines.length);
  return { ...verdict, lines };
}

const named = (statement: string) => statement.replaceAll('$feedback', feedbackId).replaceAll('$id', id);

/** Verifies after these statements by the owner of the database, and rolls them back. */
async function verifyTampered(statements: readonly string[], options: Verifying = {}): Promise<string[]> {
  let lines: string[] = [];
  await takeBack(api.services.db, async (tx) => {
    await behind(tx, ...statements.map(named));
    ({ lines } = await verify(options, tx));
  });
  return lines;
}

const size = async () => Number((await api.pool.query('select count(*) as n from log_entry')).rows[0].n);

test.each([1, 3, 500])('verifying data that the application wrote finds no fault, in batches of %i', async (batch) => {
  const { rows } = await api.pool.query('select count(*)::int as entries from audit');

  expect(await verify({ batch })).toMatchObject({
    lines: [],
    history: { complaints: 8, events: 11 },
    feedback: { events: 2 },
    audit: { entries: rows[0].entries },
    log: { entries: 11 + 2 + rows[0].entries },
    tombstones: 0,
  });
});

test.each([
  [`update complaint_event set text = 'x' where seq = 3`],
  [`update complaint_event set at = now()`],
  ['delete from complaint_event'],
  ['truncate complaint_event cascade'],
  ['update feedback_event set at = now()'],
  ['delete from feedback_event'],
  [`update audit set outcome = 'refused'`],
  ['delete from audit'],
  ['truncate audit'],
  ['update log_entry set index = index'],
  ['delete from log_entry'],
  ['truncate log_entry'],
  ['delete from log_node'],
  ['delete from log_tombstone'],
  ['delete from log_key'],
])('the database refuses to change the past: %s', async (statement) => {
  await expect(api.pool.query(statement)).rejects.toThrow('append-only');
});

describe('changes behind the back of the application', () => {
  const anEntry = `id = (select subject from log_entry where source = 'audit' order by index offset 17 limit 1)`;

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
    [
      'words made vanish',
      `update complaint_event set text = null, salt = null where complaint_id = '$id' and seq = 3`,
      'event 3 altered: its words are gone',
    ],
    ['a removed step', `delete from complaint_event where complaint_id = '$id' and seq = 2`, 'event 2 missing'],
    ['a removed end', `delete from complaint_event where complaint_id = '$id' and seq = 4`, 'event 4 missing'],
    [
      'a step that was added',
      `insert into complaint_event select complaint_id, 5, at, action, from_state, to_state, cycle, actor_kind, actor_id,
        visibility, text, reason, language, data, salt, content_digest, digest from complaint_event where complaint_id = '$id' and seq = 4`,
      'event 5 extra',
    ],
    ['a state', `update complaint set state = 'in_progress' where id = '$id'`, 'row differs: its state'],
    ['a cycle', `update complaint set cycle = 1 where id = '$id'`, 'row differs: its cycle'],
    [
      'a version',
      `update complaint set version = 3 where id = '$id'`,
      'row differs: its version is 3; by its history it is 4',
    ],
    ['a title', `update complaint set title = 'Nothing' where id = '$id'`, 'row differs: what the citizen wrote'],
    ['a place', `update complaint set location = 'Elsewhere' where id = '$id'`, 'row differs: what the citizen wrote'],
    ['a point', `update complaint set lat = 6.5, lon = 3.4 where id = '$id'`, 'row differs: what the citizen wrote'],
    ['a reply', `update complaint set reply = 'Never' where id = '$id'`, 'row differs: its reply'],
  ])('verifying names a change in a complaint: %s', async (_, statement, fault) => {
    const lines = await verifyTampered([statement], { batch: 3 });

    expect(lines[0]).toContain(`${trackingId} ${fault}`);
    expect(lines.every((line) => line.startsWith(trackingId))).toBe(true);
  });

  test.each([
    ['a time', `update feedback_event set at = now() where seq = 1`, 'event 1 altered'],
    ['a word', `update feedback set title = 'An unkind clerk' where id = '$feedback'`, 'event 1 altered'],
    ['a reply', `update feedback set reply = 'No.' where id = '$feedback'`, 'event 2 altered'],
    ['a removed reply', `delete from feedback_event where seq = 2`, 'event 2 missing'],
  ])('verifying names a change in feedback: %s', async (_, statement, fault) => {
    const { rows } = await api.pool.query(`select tracking_id from feedback`);
    expect(await verifyTampered([statement])).toEqual([expect.stringContaining(`${rows[0].tracking_id} ${fault}`)]);
  });

  test.each([
    ['at', `at + interval '1 second'`],
    ['actor_id', 'gen_random_uuid()'],
    ['actor_role', `'supervisor'`],
    ['action', `'file.opened'`],
    ['object_id', `'x'`],
    ['object_label', `'SDP-26-000000'`],
    ['mda_id', 'gen_random_uuid()'],
    ['outcome', `'refused'`],
    ['request_id', `'x'`],
    ['network', `'192.0.2.2'`],
    ['detail', `'{"number": 99, "a": "x"}'`],
    ['salt', `'\\x00'`],
    ['content_digest', `'\\x00'`],
    ['digest', `'\\x00'`],
  ])('verifying names an altered %s in the audit trail', async (column, value) => {
    const lines = await verifyTampered([`update audit set ${column} = ${value} where ${anEntry}`], { batch: 5 });

    expect(lines[0]).toMatch(/^audit [0-9a-f-]{36} (\(.*\) )?altered: /u);
    expect(lines.length).toBeLessThanOrEqual(2);
  });

  test('verifying names a removed and an inserted entry of the audit trail', async () => {
    const removed = await verifyTampered([`delete from audit where ${anEntry}`]);
    const added = await verifyTampered([
      `insert into audit (id, at, action, outcome, content_digest, digest)
        select gen_random_uuid(), at, action, outcome, content_digest, digest from audit limit 1`,
    ]);

    expect(removed).toEqual([expect.stringMatching(/^audit [0-9a-f-]{36} missing: the log holds it$/u)]);
    expect(added).toContainEqual(expect.stringMatching(/^audit .* extra: the log does not hold it$/u));
  });

  test.each([
    ['an entry', `update log_entry set entry = '\\x00' where index = 5`, 'log entry 5 '],
    ['a place', `update log_entry set index = 100000 where index = 5`, 'log entry 5 missing'],
    ['a whom', `update log_entry set subject = gen_random_uuid() where index = 5`, 'log entry 5 '],
    ['a tile', `update log_node set hash = '\\x00' where index = 0`, 'log tile 0/0 differs'],
    ['the checkpoint', `update log_checkpoint set note = replace(note, 'log', 'lag')`, 'log checkpoint is not signed'],
  ])('verifying names a change in the log: %s', async (_, statement, fault) => {
    expect(await verifyTampered([statement])).toContainEqual(expect.stringContaining(fault));
  });

  test('verifying names the events of a deleted complaint', async () => {
    const lines = await verifyTampered([
      `delete from notification where complaint_id = '$id'`,
      `delete from complaint_event where complaint_id = '$id'`,
      `delete from complaint where id = '$id'`,
    ]);

    expect(lines.filter((line) => line.startsWith(`complaint ${id} event`))).toHaveLength(4);
  });
});

const rewriteReply = (db: Database) => rewriteEvent(db, { id, seq: 3 }, 'It was never broken.');

test('verifying names an event rewritten with all later hashes', async () => {
  await takeBack(api.services.db, async (tx) => {
    const index = await rewriteReply(tx);

    expect((await verify({}, tx)).lines).toEqual([
      `log entry ${index} (${trackingId} event 3) altered: its seal does not fit`,
      expect.stringMatching(/^log differs from its checkpoint: /u),
    ]);
  });
});

test('a rewritten log is not signed, and new events wait to be appended', async () => {
  await takeBack(api.services.db, async (tx) => {
    const signed = await readCheckpoint(tx);
    await rewriteReply(tx);
    await recordAudit(tx, entryAt(1));

    await expect(appendToLog({ ...api.services, db: tx })).rejects.toThrow(LogAltered);

    expect(await readCheckpoint(tx)).toBe(signed);
    expect(await tx.$count(logPending)).toBe(1);
  });
});

test('the log continues after a change of its key', async () => {
  await takeBack(api.services.db, async (tx) => {
    const services = { ...api.services, db: tx, keys: deriveKeys(Buffer.alloc(32, 9)) };
    const lines: string[] = [];
    await verifyLog(tx, services, (line) => lines.push(line));
    expect(lines).toContain('log checkpoint is not signed by the log');

    await recordAudit(tx, entryAt(1));
    await appendToLog(services);

    await verifyLog(tx, services, (line) => lines.push(`${line}, later`));
    expect(lines.filter((line) => line.endsWith('later'))).toEqual([]);
  });
});

describe('intended erasures', () => {
  test('verifying after an erasure finds tombstones and no fault', async () => {
    const leaver = await api.citizen();
    const own = await scene.file({}, leaver);
    await scene.act(scene.officer, own, 'start');
    await scene.act(scene.officer, own, 'reply', { text: `Dear ${leaver.email}` });
    await sendFeedback(leaver);
    await leaver.call(deleteAccount, { body: { currentPassword: leaver.password } });
    await appendToLog(api.services);

    const { lines, tombstones } = await verify();

    expect(lines).toEqual([]);
    // The reply that named them, their feedback and its reply.
    expect(tombstones).toBe(3);
  });

  test('verifying after pruning the audit trail finds a tombstone and no fault', async () => {
    const before = (await verify()).audit.entries;

    const erasing = { at: api.clock.now(), keys: api.services.keys };
    const gone = await pruneAudit(api.services.db, new Date(Date.UTC(2026, 4, 4, 9, 100)), erasing, 30);

    expect(gone).toBeGreaterThanOrEqual(100);
    expect(await verify()).toMatchObject({ lines: [], audit: { entries: before - gone } });
    await appendToLog(api.services);
    expect((await verify()).lines).toEqual([]);
    expect((await verifyTampered(['truncate log_tombstone'])).length).toBeGreaterThanOrEqual(gone);
  });

  /** Inserts a tombstone as the owner of the database could, with a made-up digest, since the key is not there. */
  const forgeTombstone = (seq: number | null) => `insert into log_tombstone
    select t.*, sha256(t::text::bytea) from (values
      ('0197a000-0000-7000-8000-000000000001'::uuid, now(), 'complaint', '$id'::uuid, ${seq}::int, null::bigint)) as t`;

  test.each([
    [
      'words made vanish',
      () => `${trackingId} event 3`,
      [forgeTombstone(3), `update complaint_event set text = null, salt = null where complaint_id = '$id' and seq = 3`],
    ],
    [
      'a whole complaint',
      () => `complaint ${id}`,
      [
        forgeTombstone(null),
        `delete from notification where complaint_id = '$id'`,
        `delete from complaint_event where complaint_id = '$id'`,
        `delete from complaint where id = '$id'`,
      ],
    ],
  ])('verifying names a tombstone forged to hide %s, though the log contains it', async (_, name, statements) => {
    await takeBack(api.services.db, async (tx) => {
      await behind(tx, ...statements.map(named));
      // The owner leaves the trigger on, so that the server seals what it wrote.
      await tx.execute(sql`insert into log_pending select 'tombstone', id, 0, digest from log_tombstone
        where not exists (select from log_entry where subject = id)`);
      await appendToLog({ ...api.services, db: tx });

      expect((await verify({}, tx)).lines).toContain(
        `tombstone 0197a000-0000-7000-8000-000000000001 (${name()}) forged: its seal does not fit`,
      );
    });
  });

  test('verifying names a tombstone inserted past the log twice', async () => {
    expect(await verifyTampered([forgeTombstone(3)])).toEqual([
      expect.stringMatching(/^tombstone .* extra: the log does not hold it$/u),
      expect.stringMatching(/^tombstone .* forged: its seal does not fit$/u),
    ]);
  });
});

test('the log skips no event, whenever its transaction commits', async () => {
  const before = await size();
  await api.services.db.transaction(async (tx) => {
    await recordAudit(tx, entryAt(1));
    await recordAudit(api.services.db, entryAt(2));
    await appendToLog(api.services);
    expect(await size()).toBe(before + 1);
  });

  await appendToLog(api.services);

  expect(await size()).toBe(before + 2);
  expect((await verify()).lines).toEqual([]);
});

test('servers that append simultaneously write one log without gaps', async () => {
  let running = true;
  const work = (async () => {
    while (running) await scene.fileIn('in_progress');
  })();
  try {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => appendToLog(api.services)));
      expect((await verify({ batch: 5 })).lines).toEqual([]);
    }
  } finally {
    running = false;
    await work;
  }
  await appendToLog(api.services);
  expect((await verify()).lines).toEqual([]);
});
