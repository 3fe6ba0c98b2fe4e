import { rm } from 'node:fs/promises';
import path from 'node:path';
import { getLog, type LogState } from '@baraza/contract';
import {
  formatCheckpoint,
  formatVerifierKey,
  openContinuation,
  parseCheckpoint,
  parseVerifierKey,
  rootOf,
} from '@baraza/transparency-log';
import { signerOf, signNote } from '@baraza/transparency-log/sign';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { behind, takeBack } from '../../../test/support/behind.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { recordAudit } from '../../audit/audit.ts';
import { checkpointFile } from '../../config/data-dir.ts';
import { deriveKeys } from '../../crypto/keys.ts';
import type { Database } from '../../db/database.ts';
import { logCheckpoint, logWitness, mailOutbox } from '../../db/schema/tables.ts';
import { question } from '../../observability/database-gauges.ts';
import { verifyLog } from '../verification/verify-log.ts';
import { appendToLog, LogAltered } from './append-to-log.ts';
import { readLogKeys } from './log-key.ts';
import { listVerifierKeys, readCheckpoint, readHashes, readPublished } from './log.store.ts';
import { appendRest, publishLog, sequenceLog, settleAtStart, settleLog } from './sequence-log.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp({ environment: { PUBLIC_URL: 'https://portal.example' }, now: '2026-05-04T09:00:00Z' });
  await api.staff('oversight');
  await api.staff('administrator');
  await record();
  await sequence();
});
afterAll(() => api.close());

const record = (db: Database = api.services.db) =>
  recordAudit(db, { at: api.clock.now(), action: 'staff.changed', outcome: 'done' });

/** Runs the sequencer and publishes once, without its pause after an altered log. */
async function sequence(services: TestApp['services'] = api.services): Promise<void> {
  await sequenceLog(services, AbortSignal.abort()).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  await publishLog(services);
}

const mails = async (subject: string) => (await api.outbox()).filter((mail) => mail.subject === subject).length;

const gauge = async () => {
  const { rows } = await api.pool.query<Record<string, number>>(question);
  return rows[0]?.['baraza_log_altered'];
};

/** Reads the state of the log as people and monitoring see it. */
async function told() {
  const health = await api.app.inject('/health/ready');
  return {
    gauge: await gauge(),
    health: [health.statusCode, health.json<{ log: string }>().log],
    alteredAt: (await api.call(getLog)).alteredAt,
  };
}

test('an altered log is reported by mail once, in metrics, health and the state of the log, until it is mended', async () => {
  const key = formatVerifierKey(signerOf('silent.example', new Uint8Array(32).fill(3), 'cosigner').key);
  const settings = { ...api.services.settings, witnesses: [{ key, address: 'http://127.0.0.1:9' }] };
  const services = { ...api.services, settings };
  await record();
  await sequence(services);
  await behind(api.services.db, `update log_entry set entry = entry || '\\x00' where index = 0`);
  const at = api.clock.now().toISOString();

  await sequence(services);
  api.clock.advance(61 * 60_000);
  await sequence(services);

  expect(await mails('The log was altered')).toBe(2);
  expect(await told()).toEqual({ gauge: 1, health: [200, 'altered'], alteredAt: at });
  // Witnesses are still asked.
  expect(await api.services.db.select().from(logWitness)).toMatchObject([{ alarmedAt: api.clock.now() }]);

  await behind(api.services.db, `update log_entry set entry = substr(entry, 1, 32) where index = 0`);
  await sequence();

  expect(await told()).toEqual({ gauge: 0, health: [200, 'ok'], alteredAt: null });
});

test.each([
  ['whose checkpoint is nonsense', [`update log_checkpoint set note = 'nonsense'`]],
  ['without a checkpoint', ['delete from log_checkpoint']],
  ['that was emptied, so that it begins anew,', ['truncate log_entry, log_node, log_checkpoint']],
])('a log %s is found altered without an event, and servers still start and stop', async (_, statements) => {
  await takeBack(api.services.db, async (db) => {
    const services = { ...api.services, db };
    await behind(db, ...statements);

    await sequence(services);
    await sequence(services);

    expect(await db.select().from(logCheckpoint)).toMatchObject([{ alteredAt: api.clock.now() }]);
    await expect(appendToLog(services)).rejects.toThrow(LogAltered);
    expect(await settleAtStart(services)).toBe(false);
    await appendRest(services);
  });
});

test('a key added to the database cannot sign for the log', async () => {
  await takeBack(api.services.db, async (db) => {
    const { origin, size } = parseCheckpoint((await readCheckpoint(db)) ?? '');
    const stranger = signerOf(origin, new Uint8Array(32).fill(9));
    const root = await rootOf(readHashes(db), size);
    const forged = signNote(formatCheckpoint({ origin, size, root }), stranger);
    await behind(
      db,
      `delete from log_key`,
      `insert into log_key values ('${formatVerifierKey(stranger.key)}', 0, now())`,
      `update log_checkpoint set note = '${forged}'`,
    );
    await record(db);

    await expect(appendToLog({ ...api.services, db })).rejects.toThrow('The checkpoint is not signed by the log.');
  });
});

const planted = signerOf('portal.example/log', new Uint8Array(32).fill(9));

test.each([
  ['a log key', formatVerifierKey(planted.key)],
  ['a key of another name', formatVerifierKey(signerOf('other.example/log', new Uint8Array(32).fill(9)).key)],
  ['a key of the time', formatVerifierKey(signerOf('portal.example/log', new Uint8Array(32).fill(9), 'cosigner').key)],
  ['nonsense', 'nonsense'],
])('%s added to the database is named by the check, causes an alarm, and is not served', async (_, key) => {
  await takeBack(api.services.db, async (db) => {
    const services = { ...api.services, db };
    const served = await api.call(getLog);
    const before = await db.$count(mailOutbox);
    await behind(db, `insert into log_key values ('${key}', 999, now() + interval '1 day')`);

    await sequence(services);

    const lines: string[] = [];
    await verifyLog(db, services, (line) => lines.push(line));
    expect(lines).toEqual([`log key ${key} is foreign: the log's own key does not list it`]);
    expect(await db.select().from(logCheckpoint)).toMatchObject([{ alteredAt: api.clock.now() }]);
    const app = await api.rebuild({ db });
    const { keys, timeKeys } = (await app.inject('/api/log')).json<LogState>();
    expect({ keys, timeKeys }).toEqual({ keys: served.keys, timeKeys: served.timeKeys });
    expect((await app.inject('/log/vkey')).body).not.toContain(key);
    await app.close();
    // To oversight and the administrator.
    expect(await db.$count(mailOutbox)).toBe(before + 2);
  });
});

test('a published checkpoint that the log did not sign is named, alarmed, never served, and replaced', async () => {
  await takeBack(api.services.db, async (db) => {
    const services = { ...api.services, db };
    const published = (await readPublished(db))?.published ?? '';
    const { origin, size, root } = parseCheckpoint(published);
    const forged = signNote(formatCheckpoint({ origin, size: size + 1, root }), planted);
    const app = await api.rebuild({ db });
    for (const note of [forged, 'nonsense', published.replace(/\n— /u, '\n— x')]) {
      await behind(db, `update log_checkpoint set published = '${note}'`);

      expect((await app.inject('/log/checkpoint')).statusCode).toBe(404);
      const lines: string[] = [];
      await verifyLog(db, services, (line) => lines.push(line));
      expect(lines).toEqual(['published log checkpoint is not signed by the log']);
      await sequence(services);
      expect(await db.select().from(logCheckpoint)).toMatchObject([{ alteredAt: api.clock.now() }]);

      expect((await app.inject('/log/checkpoint')).body.split('\n')[0]).toBe(origin);
      await sequence(services);
      expect(await db.select().from(logCheckpoint)).toMatchObject([{ alteredAt: null }]);
    }
    await app.close();
  });
});

test('a new key lists the former ones, which count on, but no key that the former one did not list', async () => {
  await takeBack(api.services.db, async (db) => {
    const services = { ...api.services, db, keys: deriveKeys(Buffer.alloc(32, 9)) };
    const former = (await listVerifierKeys(db)).map(({ verifierKey }) => verifierKey);
    await settleLog(services);
    await appendToLog(services);
    const check = async () => {
      const lines: string[] = [];
      await verifyLog(db, services, (line) => lines.push(line));
      return lines;
    };

    expect(await check()).toEqual([]);
    expect((await readLogKeys(services)).known.map(({ verifierKey }) => verifierKey)).toEqual(
      expect.arrayContaining(former),
    );
    await behind(db, `insert into log_key values ('${formatVerifierKey(planted.key)}', 0, now())`);
    expect(await check()).toEqual([expect.stringMatching(/^log key .* is foreign/u)]);
  });
});

test('after a simultaneous change of key and address both are listed, so that the statement can be opened', async () => {
  await takeBack(api.services.db, async (db) => {
    const settings = { ...api.services.settings, publicUrl: 'https://new.example' };
    const services = { ...api.services, db, settings, keys: deriveKeys(Buffer.alloc(32, 9)) };
    await settleLog(services);

    const [newest, former, oldest] = await listVerifierKeys(db);
    expect([newest, former, oldest].map((key) => key?.verifierKey.split('+')[0])).toEqual([
      'new.example/log',
      'portal.example/log',
      'portal.example/log',
    ]);
    const trusted = [parseVerifierKey(former?.verifierKey ?? '')];
    expect(await openContinuation(newest?.statement ?? '', trusted)).toMatchObject({ to: { name: 'new.example/log' } });
  });
});

test('a new key signs the log from the start of the server, without an event', async () => {
  await takeBack(api.services.db, async (db) => {
    const before = (await listVerifierKeys(db)).length;
    await settleLog({ ...api.services, db, keys: deriveKeys(Buffer.alloc(32, 9)) });

    expect((await listVerifierKeys(db)).length).toBe(before + 1);
  });
});

test('an altered log goes on once its operator removes the file with its checkpoint', async () => {
  await takeBack(api.services.db, async (db) => {
    await behind(db, 'truncate log_entry, log_node, log_checkpoint');
    await record(db);
    await rm(path.join(api.services.settings.dataDir, checkpointFile));

    expect(await appendToLog({ ...api.services, db })).toBe(1);
  });
});
