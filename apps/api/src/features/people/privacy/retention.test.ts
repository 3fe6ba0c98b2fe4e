import { listNotifications } from '@baraza/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../../audit/audit.ts';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { pruneAudit } from '../../office/audit/prune-audit.store.ts';
import { appendToLog } from '../../log/append-to-log.ts';
import { applyRetention, monthsBefore } from './retention.ts';

let api: TestApp;
let scene: Scene;
const day = 24 * 3_600_000;
beforeAll(async () => {
  api = await createTestApp({
    now: '2026-01-31T09:00:00Z',
    environment: { RETENTION_AUDIT_MONTHS: '3', RETENTION_NOTIFICATION_MONTHS: '2', RETENTION_OUTBOX_DAYS: '20' },
  });
  scene = await createScene(api);
});
afterAll(() => api.close());

const entry = () =>
  recordAudit(api.services.db, {
    at: api.clock.now(),
    actorId: null,
    actorRole: null,
    action: 'calendar.changed',
    outcome: 'done',
  });
const count = async (what: string) => Number((await api.pool.query(`select count(*) as n from ${what}`)).rows[0].n);

const erasing = () => ({ at: api.clock.now(), keys: api.services.keys });

test('counting months back keeps the day, or takes the last day of a shorter month', () => {
  const before = (from: string, months: number) => monthsBefore(new Date(from), months).toISOString().slice(0, 10);
  expect(before('2026-05-31T09:00:00Z', 3)).toBe('2026-02-28');
  expect(before('2026-05-04T09:00:00Z', 24)).toBe('2024-05-04');
  expect(before('2026-01-15T09:00:00Z', 1)).toBe('2025-12-15');
});

test('mails, notifications and audit entries are deleted after their own periods, complaints are not', async () => {
  const id = await scene.fileIn('resolved');
  await Promise.all(Array.from({ length: 30 }, entry));
  await appendToLog(api.services);
  const mails = (await api.outbox()).length;
  const entries = await count('audit');
  expect([mails > 0, (await count('notification')) > 0]).toEqual([true, true]);

  api.clock.advance(19 * day);
  await applyRetention(api.services);
  expect([(await api.outbox()).length, await count('audit')]).toEqual([mails, entries]);
  api.clock.advance(2 * day);
  await applyRetention(api.services);
  expect((await api.outbox()).length).toBe(0);
  const fresh = await api.citizen();
  expect((await fresh.call(listNotifications)).items).toEqual([]);
  expect(await count('notification')).toBeGreaterThan(0);
  api.clock.advance(45 * day);
  await applyRetention(api.services);
  expect([await count('notification'), await count('audit')]).toEqual([0, entries]);
  await entry();
  api.clock.advance(40 * day);
  await applyRetention(api.services);
  // The young entry, and the one about the pruning.
  const { rows } = await api.pool.query('select action, detail from audit order by at');
  expect(rows).toEqual([
    { action: 'calendar.changed', detail: null },
    { action: 'audit.pruned', detail: { entries } },
  ]);
  expect(await count(`complaint where id = '${id}'`)).toBe(1);
});

test('audit entries are pruned in batches', async () => {
  await api.services.db.transaction(async (tx) => {
    for (let number = 0; number < 11; number += 1)
      await recordAudit(tx, {
        at: api.clock.now(),
        actorId: null,
        actorRole: null,
        action: 'calendar.changed',
        outcome: 'done',
      });
  });
  await appendToLog(api.services);
  const before = await count('audit');
  expect(await pruneAudit(api.services.db, new Date(api.clock.now().getTime() + 1), erasing(), 3)).toBe(before);
  expect(await count('audit')).toBe(0);
});

test('the audit trail is pruned up to a missing entry and no further', async () => {
  await api.services.db.transaction(async (tx) => {
    for (let number = 0; number < 5; number += 1)
      await recordAudit(tx, {
        at: api.clock.now(),
        actorId: null,
        actorRole: null,
        action: 'calendar.changed',
        outcome: 'done',
      });
  });
  await appendToLog(api.services);
  await api.pool.query('alter table audit disable trigger user');
  await api.pool.query(
    'delete from audit where id in (select subject from log_entry join audit on id = subject order by index offset 1 limit 1)',
  );
  await api.pool.query('alter table audit enable trigger user');
  expect(await pruneAudit(api.services.db, new Date(api.clock.now().getTime() + 1), erasing())).toBe(1);
  expect(await count('audit')).toBe(3);
});
