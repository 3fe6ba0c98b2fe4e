import {
  formatVerifierKey,
  hashLeaf,
  openCheckpoint,
  parseVerifierKey,
  rootOf,
  toBase64,
} from '@baraza/transparency-log';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { recordAudit } from '../../audit/audit.ts';
import { deriveKeys } from '../../crypto/keys.ts';
import { appendToLog } from './append-to-log.ts';
import { logSigner } from './log-key.ts';
import { publishCheckpoint } from './publish-checkpoint.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp({ environment: { PUBLIC_URL: 'https://portal.example' } });
});
afterAll(() => api.close());

const get = (path: string) => api.app.inject(`/log/${path}`);

/** Records events without a person and appends them. */
async function grow(count: number): Promise<void> {
  await api.services.db.transaction(async (tx) => {
    const entry = { at: new Date(), actorId: null, actorRole: null, action: 'staff.changed', outcome: 'done' } as const;
    for (let number = 0; number < count; number += 1) await recordAudit(tx, entry);
  });
  await appendToLog(api.services);
  await publishCheckpoint(api.services);
}

async function checkpoint() {
  const keys = (await get('vkey')).payload.trim().split('\n').map(parseVerifierKey);
  return openCheckpoint((await get('checkpoint')).payload, keys);
}

test('the log has no checkpoint before the first event', async () => {
  expect((await get('checkpoint')).statusCode).toBe(404);
  expect((await get('tile/0/000.p/1')).statusCode).toBe(404);
});

test('the log has a key before the first event', async () => {
  expect(parseVerifierKey((await get('vkey')).payload.trim())).toMatchObject({ name: 'portal.example/log' });
});

test('anybody can compute the log’s tiles from its entries, and its root from the tiles', async () => {
  await grow(300);
  await grow(400);
  const { origin, size, root } = await checkpoint();
  expect([origin, size]).toEqual(['portal.example/log', 700]);

  const hashes = async (path: string) => {
    const { rawPayload } = await get(path);
    return Array.from({ length: rawPayload.length / 32 }, (_, at) => rawPayload.subarray(at * 32, at * 32 + 32));
  };
  const leaves = await Promise.all(['tile/0/000', 'tile/0/001', 'tile/0/002.p/188'].map(hashes));
  const nodes = await hashes('tile/1/000.p/2');
  const read = async (level: number, from: number, count: number) =>
    (level === 0 ? leaves.flat() : nodes).slice(from, from + count);
  const { rawPayload: bundle } = await get('tile/entries/002.p/188');

  expect(toBase64(await rootOf(read, size))).toBe(toBase64(root));
  expect(bundle.length).toBe(188 * 34);
  expect(bundle.readUInt16BE(34)).toBe(32);
  expect(toBase64(hashLeaf(bundle.subarray(36, 68)))).toBe(toBase64(leaves[2]?.[1] ?? Buffer.alloc(0)));
});

test.each([
  ['checkpoint', 'text/plain; charset=utf-8', 'public, max-age=5'],
  ['vkey', 'text/plain; charset=utf-8', 'no-store'],
  ['tile/0/000', 'application/octet-stream', 'public, max-age=60'],
  ['tile/0/000?log=portal.example/log', 'application/octet-stream', 'public, max-age=31536000, immutable'],
  ['tile/entries/000?log=portal.example/log', 'application/octet-stream', 'public, max-age=31536000, immutable'],
  ['tile/0/000?log=portal.example/log/20260504090000', 'application/octet-stream', 'public, max-age=60'],
  ['tile/0/000?log=portal.example/log&log=other', 'application/octet-stream', 'public, max-age=60'],
])('the file %s of the log has the type %s and the cache rule %s', async (path, type, cache) => {
  const { statusCode, headers } = await get(path);

  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, cache]);
});

test.each([
  'tile/0/002',
  'tile/0/002.p/189',
  'tile/0/003.p/1',
  'tile/1/000',
  'tile/2/000.p/1',
  'tile/9/000.p/1',
  'tile/entries/002',
  'tile/0/0',
  'tile/data/000',
  'tile/0/..%2f000',
  'tile/',
  'other',
])('the path %s of the log gets 404', async (path) => {
  expect((await get(path)).statusCode).toBe(404);
});

test('after a change of the log’s key both are listed, the new one first', async () => {
  const former = (await get('vkey')).payload;
  const keys = deriveKeys(Buffer.alloc(32, 9));
  const app = await api.rebuild({ keys });
  onTestFinished(() => app.close());

  const { key } = await logSigner({ ...api.services, keys });
  expect((await app.inject('/log/vkey')).payload).toBe(`${formatVerifierKey(key)}\n${former}`);
});
