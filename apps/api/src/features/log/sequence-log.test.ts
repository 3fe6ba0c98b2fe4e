import { tmpdir } from 'node:os';
import { getLog } from '@baraza/contract';
import { openContinuation, parseCheckpoint, parseVerifierKey } from '@baraza/transparency-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { behind } from '../../../test/support/behind.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { recordAudit } from '../../audit/audit.ts';
import { appendToLog } from './append-to-log.ts';
import { readPublished } from './log.store.ts';
import { publishCheckpoint } from './publish-checkpoint.ts';
import { publishLog, sequenceLog, settleLog } from './sequence-log.ts';
import { verifyLog } from '../verification/verify-log.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp({ environment: { PUBLIC_URL: 'https://portal.example' }, now: '2026-05-04T09:00:00Z' });
  await api.staff('oversight');
});
afterAll(() => api.close());

const origin = 'portal.example/log';

const record = () => recordAudit(api.services.db, { at: api.clock.now(), action: 'staff.changed', outcome: 'done' });

async function grow(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await record();
  await appendToLog(api.services);
  await publishCheckpoint(api.services);
}

const published = async () => (await readPublished(api.services.db))?.published ?? '';

/** Sets the database back to the log size of a checkpoint, as a restore does. */
async function goBack(note: string): Promise<void> {
  const { size } = parseCheckpoint(note);
  const signed = note.slice(0, note.indexOf('\n', note.indexOf('— ')) + 1);
  await behind(
    api.services.db,
    `delete from audit where id in (select subject from log_entry where index >= ${size} and source = 'audit')`,
    `delete from log_entry where index >= ${size}`,
    `update log_checkpoint set note = '${signed}', published = '${note}'`,
  );
}

const toldOversight = async () => (await api.outbox()).filter(({ subject }) => subject === 'The log went back').length;

test('when the database lost entries, the log continues under a new name, and that is reported', async () => {
  await grow(3);
  const before = await published();
  await grow(4);
  expect(await settleLog(api.services)).toBe(false);
  await goBack(before);

  expect(await toldOversight()).toBe(0);
  expect(await settleLog(api.services)).toBe(true);
  expect(await settleLog(api.services)).toBe(false);
  expect(await toldOversight()).toBe(1);
  await publishCheckpoint(api.services);
  await grow(2);

  const present = parseCheckpoint(await published());
  expect(present).toMatchObject({ origin: `${origin}/20260504090000`, size: parseCheckpoint(before).size + 2 });
  const { keys } = await api.call(getLog);
  const [key, former] = keys;
  expect(parseVerifierKey(key?.verifierKey ?? '').name).toBe(present.origin);
  expect(await openContinuation(key?.statement ?? '', [parseVerifierKey(former?.verifierKey ?? '')])).toMatchObject({
    from: parseCheckpoint(before),
    to: { name: present.origin },
  });
  expect((await verifyLog(api.services.db, api.services, (line) => expect.fail(line))).faults).toBe(0);
});

test('the running server notices a failover that lost entries of the log', async () => {
  await grow(2);
  const before = await published();
  await grow(3);
  await goBack(before);
  api.clock.advance(60_000);

  // If it were published first, a log that went back would hide its loss.
  await publishLog(api.services);
  await sequenceLog(api.services, new AbortController().signal);
  await publishLog(api.services);

  const present = parseCheckpoint(await published());
  expect(present.origin).toBe(`${origin}/20260504090100`);
  await sequenceLog(api.services, new AbortController().signal);
  await publishLog(api.services);
  expect(parseCheckpoint(await published())).toEqual(present);
});

test('a log whose address changed publishes a statement of the change', async () => {
  const settings = { ...api.services.settings, publicUrl: 'https://new.example' };

  await settleLog({ ...api.services, settings });

  const { keys } = await api.call(getLog);
  const key = keys.find(({ verifierKey }) => verifierKey.startsWith('new.example/log'));
  expect(key?.statement).toContain(`${origin}/20260504090100\n`);
  api.clock.advance(60_000);
  await settleLog(api.services);
  const [newest] = (await api.call(getLog)).keys;
  expect(newest?.verifierKey).toMatch(/^portal\.example\/log\/20260504090200\+/u);
});

test('a log that lost entries and grew to the same size again is noticed', async () => {
  await grow(2);
  const before = await published();
  await grow(3);
  await goBack(before);
  const unaware = { ...api.services.settings, dataDir: tmpdir() };
  for (let number = 0; number < 3; number += 1) await record();
  await appendToLog({ ...api.services, settings: unaware });
  api.clock.advance(60_000);

  expect(await settleLog(api.services)).toBe(true);
});
