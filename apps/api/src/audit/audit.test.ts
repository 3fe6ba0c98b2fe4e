import { readdir, readFile } from 'node:fs/promises';
import { auditActions } from '@baraza/contract/audit/audit';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { type AuditEntry, type AuditEvent, recordAudit, recordAuditEventOnce } from './audit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actorId = crypto.randomUUID();
const entry: AuditEntry = {
  at: new Date('2026-05-04T09:00:00Z'),
  actorId,
  actorRole: 'officer',
  action: 'complaint.viewed',
  object: { kind: 'complaint', id: crypto.randomUUID(), label: 'SDP-26-7F3K92' },
  outcome: 'done',
  detail: { z: 1, a: 'two', no: null },
  network: '192.0.2.1',
};

const countOf = async (where = 'true') =>
  Number((await database.pool.query(`select count(*) as n from audit where ${where}`)).rows[0].n);

test('an audit event is kept only if its transaction commits', async () => {
  await database.db.transaction(async (tx) => {
    await recordAudit(tx, entry);
  });
  expect(await countOf(`actor_id = '${actorId}'`)).toBe(1);
  const undone = database.db.transaction(async (tx) => {
    await recordAudit(tx, entry);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await countOf()).toBe(1);
});

test('simultaneous writers of audit events do not wait for each other', async () => {
  const before = await countOf();
  await database.db.transaction(async (one) => {
    await recordAudit(one, entry);
    // On every connection at once, while the first has written but not committed.
    await Promise.all(Array.from({ length: 40 }, () => recordAudit(database.db, entry)));
    expect(await countOf()).toBe(before + 40);
  });
  expect(await countOf()).toBe(before + 41);
});

test('the application cannot change or delete audit events', async () => {
  await recordAudit(database.db, entry);
  for (const statement of [
    `update audit set outcome = 'refused'`,
    `update audit set network = '192.0.2.2'`,
    'delete from audit',
    'truncate audit',
  ]) {
    await expect(database.pool.query(statement)).rejects.toThrow('audit is append-only');
  }
});

test('the personal content of an audit event can be erased', async () => {
  const personal = 'network is not null or detail is not null';
  expect(await countOf(personal)).toBeGreaterThan(0);
  await database.pool.query('update audit set network = null, detail = null, salt = null');
  expect(await countOf(personal)).toBe(0);
});

type Viewed = Partial<AuditEvent> & { readonly by?: string | null; readonly background?: boolean };

test('a view repeated within the hour is recorded once', async () => {
  const hour = 3_600_000;
  const object = { kind: 'complaint', id: crypto.randomUUID() };
  const once = (minutes: number, { by = actorId, background = false, ...more }: Viewed = {}) => {
    const at = new Date(entry.at.getTime() + minutes * 60_000);
    const headers = background ? { 'x-background': '1' } : {};
    const caller = { accountId: crypto.randomUUID(), role: 'officer', mdaId: null, sessionId: 's' } as const;
    const request = { id: 'r', ip: '192.0.2.1', headers, caller } as Partial<FastifyRequest> as FastifyRequest;
    const actor = by === null ? null : { id: by, role: 'officer' as const, mdaId: null };
    const event = { action: 'complaint.viewed' as const, object, actor, ...more };
    return recordAuditEventOnce(database.db, { clock: { now: () => at } }, request, event, hour);
  };
  const mine = `object_id = '${object.id}'`;
  expect([await once(0), await once(1), await once(59)]).toEqual([1, 0, 0]);
  expect(await countOf(mine)).toBe(1);
  await once(61);
  expect(await countOf(mine)).toBe(2);
  await once(62, { by: crypto.randomUUID() });
  await once(63, { by: null });
  await once(64, { by: null });
  await once(65, { action: 'file.opened' });
  await once(66, { outcome: 'refused' });
  expect(await countOf(mine)).toBe(6);
  await once(130, { background: true });
  await once(131, { background: true });
  expect(await countOf(mine)).toBe(7);
  await once(132);
  await once(133, { background: true });
  expect(await countOf(mine)).toBe(8);
});

test('every action of the audit trail is written somewhere in the code', async () => {
  const root = new URL('../', import.meta.url);
  const files = (await readdir(root, { recursive: true })).filter((it) => /(?<!\.test)\.ts$/.test(it));
  const sources = (await Promise.all(files.map((it) => readFile(new URL(it, root), 'utf8')))).join('\n');
  expect(auditActions.filter((action) => !sources.includes(`'${action}'`))).toEqual([]);
});
