import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getLog, type LogState } from '@baraza/contract';
import { formatVerifierKey, parseVerifierKey, readCosignatures } from '@baraza/transparency-log';
import { signerOf } from '@baraza/transparency-log/sign';
import { createWitness, openStore, serveWitness } from '@baraza/witness';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { behind } from '../../../test/support/behind.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { recordAudit } from '../../audit/audit.ts';
import { checkpointFile } from '../../config/data-dir.ts';
import type { Settings } from '../../config/settings.ts';
import { logWitness } from '../../db/schema/tables.ts';
import { question } from '../../observability/database-gauges.ts';
import { appendToLog, renameLog } from './append-to-log.ts';
import { logSigner } from './log-key.ts';
import { readPublished, writeWentBackAt } from './log.store.ts';
import { publishCheckpoint } from './publish-checkpoint.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp({ environment: { PUBLIC_URL: 'https://portal.example' }, now: '2026-05-04T09:00:00Z' });
  await api.staff('oversight');
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.services.db.delete(logWitness);
});

const origin = 'portal.example/log';
const minute = 60_000;

interface Named {
  readonly key: string;
  readonly address: string;
}

/** Starts the witness program with its own folder. */
async function startWitness(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'witness-'));
  const store = await openStore(folder);
  const { key } = await logSigner(api.services);
  await store.saveLog({ origin, verifierKeys: [formatVerifierKey(key)] });
  const signer = signerOf(name, await store.seed(), 'cosigner');
  const server = await serveWitness(
    createWitness({
      store,
      signer,
      now: () => api.clock.now(),
      fetchStatements: async () => (await api.call(getLog)).keys.flatMap(({ statement }) => statement ?? []),
    }),
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(async () => {
    await close(server);
    await rm(folder, { recursive: true });
  });
  return { ...namedAt(server, formatVerifierKey(signer.key)), folder, server };
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve));

const namedAt = (server: Server, key: string): Named => ({
  key,
  address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
});

const falseSigner = signerOf('false.example', new Uint8Array(32).fill(3), 'cosigner');
const falseId = Buffer.from(falseSigner.key.id);

/** Starts a stand-in for a witness that responds as given. */
async function startFalse(answer: { status: number; body?: string }) {
  const server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  return namedAt(server, formatVerifierKey(falseSigner.key));
}

const withWitnesses = (...witnesses: readonly Named[]): TestApp['services'] => ({
  ...api.services,
  settings: { ...api.services.settings, witnesses } satisfies Settings,
});

/** Adds an event and publishes the log. */
async function grow(services: TestApp['services'], count = 1): Promise<void> {
  const entry = {
    at: api.clock.now(),
    actorId: null,
    actorRole: null,
    action: 'staff.changed',
    outcome: 'done',
  } as const;
  for (let number = 0; number < count; number += 1) await recordAudit(services.db, entry);
  await appendToLog(services);
  await publishCheckpoint(services);
}

async function cosigners(...witnesses: readonly Named[]) {
  const published = await readPublished(api.services.db);
  const keys = witnesses.map(({ key }) => parseVerifierKey(key));
  return (await readCosignatures(published?.published ?? '', keys)).map(({ name }) => name);
}

/** Rewrites the whole log, as somebody with the database and its keys could. */
async function rewriteLog(): Promise<void> {
  await rm(path.join(api.services.settings.dataDir, checkpointFile));
  await behind(
    api.services.db,
    'truncate log_entry, log_node, log_checkpoint',
    `insert into log_pending select 'audit', id, 0, digest from audit order by at desc, id`,
  );
  await appendToLog(api.services);
}

const mails = async (subject: string) => (await api.outbox()).filter((mail) => mail.subject === subject);

/** Reads the public state of the witnesses, and the number of alarms in monitoring. */
async function told({ settings }: TestApp['services']) {
  const app = await api.rebuild({ settings });
  onTestFinished(() => app.close());
  const { witnesses } = (await app.inject('/api/log')).json<LogState>();
  const { rows } = await api.pool.query<Record<string, number>>(question);
  return { standings: witnesses.map(({ standing }) => standing), alarming: rows[0]?.['baraza_log_witnesses_alarming'] };
}

test('a checkpoint is published with the time, and cosigned by each witness as the log grows', async () => {
  const [first, second] = [await startWitness('first.example'), await startWitness('second.example')];
  const services = withWitnesses(first, second);

  await grow(services, 3);
  await grow(services, 300);

  expect(await cosigners(first, second)).toEqual(['first.example', 'second.example']);
  const app = await api.rebuild({ settings: services.settings });
  onTestFinished(() => app.close());
  const { timeKeys, witnesses } = (await app.inject('/api/log')).json<{ timeKeys: string[]; witnesses: unknown[] }>();
  const published = await readPublished(api.services.db);
  expect(await readCosignatures(published?.published ?? '', timeKeys.map(parseVerifierKey))).toEqual([
    { name: origin, at: api.clock.now() },
  ]);
  expect(witnesses).toEqual(
    [first, second].map(({ key }) => ({
      name: parseVerifierKey(key).name,
      verifierKey: key,
      agreedAt: api.clock.now().toISOString(),
      address: expect.any(String),
      standing: 'agrees',
    })),
  );
});

test('a log that does not grow is cosigned again after ten minutes, not before', async () => {
  const witness = await startWitness('first.example');
  const services = withWitnesses(witness);
  await grow(services);
  const first = await readPublished(services.db);

  api.clock.advance(9 * minute);
  await publishCheckpoint(services);
  expect(await readPublished(services.db)).toEqual(first);
  api.clock.advance(2 * minute);
  await publishCheckpoint(services);

  expect((await readPublished(services.db))?.at).toEqual(api.clock.now());
  expect(await cosigners(witness)).toEqual(['first.example']);
});

test('witnesses refuse a log rewritten with its own key, and oversight is notified once', async () => {
  const witness = await startWitness('strict.example');
  const services = withWitnesses(witness);
  await grow(services, 3);
  await rewriteLog();

  await grow(services);
  await grow(services);

  expect(await cosigners(witness)).toEqual([]);
  const [row] = await services.db.select().from(logWitness);
  expect(row?.refusal).toMatch(/^The log of \d+ entries does not continue the one of \d+ seen here\.$/u);
  expect((await readdir(path.join(witness.folder, 'evidence'))).length).toBe(2);
  const [mail, ...more] = await mails('A witness refuses the log');
  expect([mail?.text, more]).toEqual([expect.stringContaining('strict.example refuses'), []]);
  expect(await told(services)).toEqual({ standings: ['refuses'], alarming: 1 });
});

test('a witness that saw more entries than the log has counts as a refusal', async () => {
  const services = withWitnesses(await startFalse({ status: 409, body: '900000\n' }));

  await grow(services);

  const [row] = await services.db.select().from(logWitness);
  expect(row?.refusal).toMatch(/^It saw 900000 entries, and the log has \d+: the log went back\.$/u);
});

test.each([
  ['fails', { status: 500 }],
  ['hides behind a proxy that refuses', { status: 404, body: 'Not here.' }],
  ['names no size', { status: 409, body: 'many' }],
  ['signs nothing', { status: 200, body: '— other.example AAAAAAAA\n' }],
  ['sends words instead', { status: 200, body: 'agreed' }],
  ['answers nothing', { status: 200, body: '' }],
  [
    'forges',
    { status: 200, body: `— false.example ${Buffer.concat([falseId, Buffer.alloc(72)]).toString('base64')}\n` },
  ],
])('a witness that %s is not counted, and is silent after an hour', async (_, answer) => {
  const witness = await startFalse(answer);
  const services = withWitnesses(witness);
  await grow(services);
  const before = (await mails('A witness of the log is silent')).length;

  api.clock.advance(61 * minute);
  await publishCheckpoint(services);

  expect(await cosigners(witness)).toEqual([]);
  expect(await services.db.select().from(logWitness)).toMatchObject([{ agreedAt: null, refusal: null }]);
  expect((await mails('A witness of the log is silent')).length).toBe(before + 1);
});

test('a silent witness that then refuses is reported anew, and a removed one is forgotten', async () => {
  const { address, key } = await startFalse({ status: 500 });
  await grow(withWitnesses({ key, address }));
  api.clock.advance(61 * minute);
  await publishCheckpoint(withWitnesses({ key, address }));
  const refusing = withWitnesses(await startFalse({ status: 422, body: 'It was rewritten.' }));
  const before = (await mails('A witness refuses the log')).length;

  await grow(refusing);

  expect((await mails('A witness refuses the log')).length).toBe(before + 1);
  await grow(withWitnesses());
  expect(await api.services.db.$count(logWitness)).toBe(0);
});

test('an unreachable witness delays no checkpoint, and counts as silent after an hour until it responds', async () => {
  const witness = await startWitness('first.example');
  const [near, away] = [withWitnesses(witness), withWitnesses({ ...witness, address: 'http://127.0.0.1:9' })];
  await grow(near);
  const before = await readPublished(api.services.db);

  await grow(away);
  expect((await readPublished(api.services.db))?.published).not.toBe(before?.published);
  expect(await told(away)).toEqual({ standings: ['agrees'], alarming: 0 });
  api.clock.advance(61 * minute);
  await publishCheckpoint(away);
  expect(await told(away)).toEqual({ standings: ['silent'], alarming: 1 });
  await grow(near);

  expect(await cosigners(witness)).toEqual(['first.example']);
  expect(await told(near)).toEqual({ standings: ['agrees'], alarming: 0 });
});

test('a portal without witnesses lists none', async () => {
  expect(await api.call(getLog)).toMatchObject({
    witnesses: [],
    keys: [{ verifierKey: expect.any(String) as string }],
  });
});

test('a witness follows a log to its new name after entries were lost', async () => {
  const witness = await startWitness('loyal.example');
  const services = withWitnesses(witness);
  await grow(services, 3);
  await writeWentBackAt(services.db, api.clock.now());

  await renameLog(services);
  await publishCheckpoint(services);

  expect((await readPublished(services.db))?.published).toMatch(/^portal\.example\/log\/\d{14}\n/u);
  expect(await cosigners(witness)).toEqual(['loyal.example']);
  await expect(readdir(path.join(witness.folder, 'evidence'))).resolves.toHaveLength(1);
});
