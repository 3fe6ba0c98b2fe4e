import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDiskFiles } from './disk-files.ts';
import { startObjectStorage } from '../../test/support/server/object-storage.ts';
import { toAppError } from '../http/error-handler.ts';
import type { FileStore } from './file-store.ts';
import { readStorageUrl } from './s3-files.ts';
import { openS3Files } from './s3-files.ts';

let folder: string;
let temp: string;
const bytes = Buffer.alloc(7 * 1024 * 1024, 'abcdefg');
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-store-'));
  temp = path.join(folder, 'upload');
  await writeFile(temp, bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stores: [string, () => Promise<{ store: FileStore; close: () => void }>][] = [
  ['a folder', async () => ({ store: await openDiskFiles(path.join(folder, 'files')), close: () => {} })],
  [
    'object storage',
    async () => {
      const storage = await startObjectStorage();
      return { store: await openS3Files(storage.url('folder')), close: storage.close };
    },
  ],
];

describe.each(stores)('files in %s', (_, open) => {
  let store: FileStore;
  let close: () => void;
  beforeAll(async () => ({ store, close } = await open()));
  afterAll(() => close());

  const read = async (key: string, range?: { start: number; end: number }) => {
    const opened = await store.open(key, range);
    return opened && { size: opened.size, bytes: await buffer(opened.stream) };
  };

  it('the file store returns a file unchanged, whole and in part, under a random key', async () => {
    const key = await store.put(temp, { contentType: 'image/jpeg' });
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const whole = await read(key);
    expect(whole?.size).toBe(bytes.length);
    expect(whole?.bytes.equals(bytes)).toBe(true);
    const part = await read(key, { start: 3, end: 9 });
    expect(part).toEqual({ size: bytes.length, bytes: bytes.subarray(3, 10) });
    expect(await store.put(temp, { contentType: 'image/jpeg' })).not.toBe(key);
  });

  it('the file store deletes a file, and accepts deleting it twice', async () => {
    const key = await store.put(temp, { contentType: 'image/jpeg' });
    await store.delete(key);
    await store.delete(key);
    expect(await read(key)).toBeUndefined();
  });

  it.each(['../../etc/passwd', '', 'x'.repeat(32)])('the file store refuses a key like %j', async (key) => {
    await expect(store.open(key)).rejects.toThrow('no key');
  });

  it('the file store lists keys by age', async () => {
    const key = await store.put(temp, { contentType: 'image/jpeg' });
    expect(await Array.fromAsync(store.keysBefore(new Date('2100-01-01')))).toContain(key);
    expect(await Array.fromAsync(store.keysBefore(new Date('2000-01-01')))).toEqual([]);
  });
});

it('the file store in a folder removes unfinished copies', async () => {
  const store = await openDiskFiles(path.join(folder, 'cut'));
  const key = await store.put(temp, { contentType: 'image/jpeg' });
  const parent = path.join(folder, 'cut', key.slice(-2));
  const half = path.join(parent, `${'0'.repeat(32)}.part`);
  await writeFile(half, 'half');
  await utimes(half, 0, 0);
  expect(await Array.fromAsync(store.keysBefore(new Date('2001-01-01')))).toEqual([]);
  expect(await readdir(parent)).toEqual([key]);
});

it('object storage that cannot be reached keeps the server from starting', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key');
  await expect(openS3Files('s3://bucket?region=eu-west-1&endpoint=http://127.0.0.1:9')).rejects.toThrow(
    /The bucket bucket cannot be used \(ECONNREFUSED\)\. Check STORAGE_URL/,
  );
});

it('object storage that is away does not keep a server in use from starting, but one that refuses does', async () => {
  const storage = await startObjectStorage();
  storage.away(true);
  const store = await openS3Files(storage.url('folder'), { mayBeAway: true });
  await expect(store.check(AbortSignal.timeout(5_000))).rejects.toBeInstanceOf(Error);
  storage.away(false);
  await store.check(AbortSignal.timeout(5_000));
  storage.close();
  const refusing = createServer((_, response) => void response.writeHead(403).end());
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { port } = refusing.address() as AddressInfo;
  const opened = openS3Files(`s3://bucket?endpoint=http://127.0.0.1:${port}`, { mayBeAway: true });
  await expect(opened).rejects.toThrow('cannot be used');
  refusing.closeAllConnections();
  refusing.close();
});

it.each([
  [
    'answers with a fault of its own',
    (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end(),
  ],
  ['does not answer', () => {}],
])('object storage that %s gets 503', async (_, answer) => {
  const server = createServer((request, response) =>
    request.url?.includes('list-type')
      ? response.end('<ListBucketResult></ListBucketResult>')
      : answer(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key-id', AWS_SECRET_ACCESS_KEY: 'key' });
  const times = { connectionTimeout: 1_000, socketTimeout: 100, requestTimeout: 5_000 };
  const store = await openS3Files(`s3://bucket?region=eu-west-1&endpoint=http://127.0.0.1:${port}`, { times });
  const error = await store.open('0'.repeat(32)).catch((reason: unknown) => reason);
  expect(toAppError(error).status).toBe(503);
  server.closeAllConnections();
  server.close();
});

it('STORAGE_URL names bucket, folder, region and server', () => {
  expect(readStorageUrl('s3://bucket/some/folder/?region=eu-west-1')).toEqual({
    bucket: 'bucket',
    prefix: 'some/folder/',
    region: 'eu-west-1',
    endpoint: undefined,
    forcePathStyle: false,
  });
  expect(readStorageUrl('s3://bucket?endpoint=https://s3.town.example&pathStyle=0')).toMatchObject({
    prefix: '',
    endpoint: 'https://s3.town.example',
    forcePathStyle: false,
  });
});

it.each([
  ['s3://bucket/folder?reigon=eu-west-1', 'may have region=, endpoint=, pathStyle= after the question mark'],
  ['s3://key:very-hidden@bucket/folder', 'must hold no keys'],
  ['s3://bucket:9000/folder', 'without a port'],
])('STORAGE_URL %s is refused, and no key in it is repeated', (address, reason) => {
  const read = () => readStorageUrl(address);
  expect(read).toThrow(`The setting STORAGE_URL ${reason.startsWith('without') ? 'must name a bucket ' : ''}${reason}`);
  expect(read).not.toThrow('very-hidden');
});
