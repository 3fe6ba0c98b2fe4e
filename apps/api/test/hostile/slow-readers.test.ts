/** @module-tag full */
import { randomBytes } from 'node:crypto';
import { readdir, readlink, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { exportAudit, exportOwnData } from '@baraza/contract';
import fastify from 'fastify';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../../src/realtime/event-stream.ts';
import { fileAddress, insertFiles } from '../../src/files/file.store.ts';
import { openS3Files } from '../../src/files/s3-files.ts';
import { slowest } from '../../src/http/slow-readers.ts';
import { type Person, sharedTestApp, type TestApp } from '../support/server/app.ts';
import { createScene, type Scene } from '../support/complaints.ts';
import { startObjectStorage } from '../support/server/object-storage.ts';

/*
 * Clients that request much and read none of it.
 */

const large = 24 * 1024 * 1024;
/** Limit of bytes that the server may buffer for one client. */
const mostHeld = 1024 * 1024;

const test = sharedTestApp();
let scene: Scene;
let oversight: Person;
let port: number;
let stored: string;
let usual: number;
/** For a machine with other work to do. */
const patient = { timeout: 15_000 };
const answers = new Map<number, ServerResponse[]>();
beforeAll(async () => {
  usual = test.app.server.timeout;
  scene = await createScene(test);
  oversight = await test.staff('oversight');
  await fillTrail(test);
  stored = await storeFilm();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
  test.app.server.on('request', ({ socket }, response) => {
    const { remotePort = 0 } = socket;
    answers.set(remotePort, [...(answers.get(remotePort) ?? []), response]);
  });
});

/** Fills the audit trail with many megabytes, which the app would take too long to write. */
async function fillTrail({ pool }: TestApp): Promise<void> {
  const address = String(pool.options.connectionString).replace('user=baraza', 'user=postgres');
  const superuser = new pg.Client({ connectionString: address });
  await superuser.connect();
  await superuser.query(`set session_replication_role = replica`);
  await superuser.query(`insert into audit (id, at, action, outcome, detail, content_digest, digest)
    select gen_random_uuid(), now() - n * interval '1 second', 'mda.changed', 'done',
      jsonb_build_object('name', repeat('x', 500)), '\\x00', '\\x00' from generate_series(1, 40000) n`);
  await superuser.end();
}

async function writeFilm(): Promise<string> {
  const tempPath = path.join(tmpdir(), `baraza-film-${randomBytes(8).toString('hex')}`);
  await writeFile(tempPath, randomBytes(large));
  return tempPath;
}

/** Stores a film; returns its id. */
async function storeFilm(): Promise<string> {
  const { services } = test;
  const tempPath = await writeFilm();
  const contentType = 'video/mp4';
  const storageKey = await services.files.put(tempPath, { contentType });
  await rm(tempPath);
  const sha256 = Buffer.alloc(32);
  const id = crypto.randomUUID();
  const complaintId = await scene.file();
  const film = {
    id,
    storageKey,
    fileName: 'film.mp4',
    kind: 'video',
    contentType,
    size: large,
    sha256,
    tempPath,
  } as const;
  await insertFiles(services.db, [film], { accountId: scene.citizen.id, complaintId, createdAt: services.clock.now() });
  return id;
}

const open = new Set<net.Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
  answers.clear();
});

/** Sends a request and reads nothing of the reply. */
async function ask(lines: string): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  open.add(socket);
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(lines);
  return socket;
}
const get = (url: string, { token }: Person) =>
  `GET ${url} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`;

const answersTo = (socket: net.Socket) => answers.get(socket.localPort ?? 0) ?? [];
const idle = () => test.pool.totalCount === test.pool.idleCount;

/** Returns the reply to a client once it stalls. */
async function stalled(socket: net.Socket): Promise<ServerResponse> {
  const answer = () => answersTo(socket)[0];
  await expect.poll(() => answer()?.writableNeedDrain, { timeout: 15_000 }).toBe(true);
  return answer() as ServerResponse;
}

async function openFilms(): Promise<number> {
  const fds = await readdir('/proc/self/fd').catch(() => []);
  const files = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return files.filter((file) => file.startsWith(path.join(test.services.settings.dataDir, 'files'))).length;
}

const asks: [what: string, url: () => string, by: () => Person][] = [
  ['a film', () => fileAddress(stored, test.services, scene.citizen.caller), () => scene.citizen],
  ['the trail as CSV', () => `/api${exportAudit.path}`, () => oversight],
  ['all that is kept of them as ZIP', () => `/api${exportOwnData.path}`, () => scene.citizen],
];

describe.each(asks)('a client that requests %s and reads nothing', (_, url, by) => {
  it(
    'a client that reads no response takes no database connection and little memory, and is cut',
    { timeout: 60_000 },
    async () => {
      test.app.server.timeout = 2_000;
      const sockets = await Promise.all(Array.from({ length: 8 }, () => ask(get(url(), by()))));
      const held = await Promise.all(sockets.map(stalled));
      expect(held.filter((it) => it.statusCode !== 200)).toEqual([]);
      expect(Math.max(...held.map((it) => it.writableLength))).toBeLessThan(mostHeld);
      await expect.poll(idle, patient).toBe(true);
      await expect.poll(() => held.filter((it) => !it.destroyed), { timeout: 12_000 }).toEqual([]);
      await expect.poll(openFilms, patient).toBe(0);
    },
  );

  it('a client that hangs up during a response leaves no file open', { timeout: 60_000 }, async () => {
    test.app.server.timeout = 60_000;
    const socket = await ask(get(url(), by()));
    const held = await stalled(socket);
    socket.destroy();
    await expect.poll(() => held.destroyed, patient).toBe(true);
    await expect.poll(openFilms, patient).toBe(0);
    await expect.poll(idle, patient).toBe(true);
  });
});

/** Reads this many bytes of a reply ten times a second; returns the total. */
async function trickle(socket: net.Socket, bytes: number, milliseconds: number): Promise<number> {
  let taken = 0;
  for (const until = Date.now() + milliseconds; Date.now() < until; await sleep(100)) {
    taken += (socket.read(bytes) as Buffer | null)?.length ?? 0;
  }
  return taken;
}

describe('slow readers', () => {
  const film = () => ask(get(fileAddress(stored, test.services, scene.citizen.caller), scene.citizen));
  afterEach(() => void Object.assign(test.app.slowestReading, slowest));

  it('a client that reads very slowly is cut and leaves nothing open', { timeout: 60_000 }, async () => {
    test.app.server.timeout = 60_000;
    Object.assign(test.app.slowestReading, { milliseconds: 2_000, bytes: 100_000 });
    const socket = await film();
    const held = await stalled(socket);
    expect(await trickle(socket, 1, 1_000)).toBeGreaterThan(5);
    expect(held.destroyed).toBe(false);
    await trickle(socket, 1, 4_000);
    await expect.poll(() => held.destroyed, patient).toBe(true);
    await expect.poll(openFilms, patient).toBe(0);
  });

  it('a slow but steady client is not cut, nor is one that reads many small replies', { timeout: 60_000 }, async () => {
    test.app.server.timeout = 60_000;
    Object.assign(test.app.slowestReading, { milliseconds: 2_000, bytes: 100_000 });
    const small = await ask('');
    const socket = await film();
    const held = await stalled(socket);
    for (let count = 0; count < 4; count += 1) {
      small.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
      expect(await trickle(socket, 256 * 1024, 1_500)).toBeGreaterThan(1_000_000);
    }
    expect(held.destroyed).toBe(false);
    expect(small.destroyed).toBe(false);
    expect(answersTo(small).map((it) => it.statusCode)).toEqual([200, 200, 200, 200]);
  });

  it('a client on a 2G connection reads four times as fast as the limit', () => {
    const { milliseconds, bytes } = test.app.slowestReading;
    expect(test.app.slowestReading).toEqual(slowest);
    expect((2_000 * milliseconds) / 1000).toBeGreaterThanOrEqual(4 * bytes);
  });
});

it('a client that reads no response is cut within a minute', () => {
  expect(usual).toBeGreaterThan(0);
  expect(usual).toBeLessThanOrEqual(60_000);
});

it('sixty clients that stop reading films leave connections to object storage free', { timeout: 60_000 }, async () => {
  const storage = await startObjectStorage();
  const files = await openS3Files(storage.url('films'));
  const tempPath = await writeFilm();
  const key = await files.put(tempPath, { contentType: 'video/mp4' });
  const readers = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const opened = files.open(key).then((it) => it?.stream.once('readable', () => {}));
      return Promise.race([opened, sleep(15_000)]);
    }),
  );
  try {
    expect(readers.filter((it) => it === undefined)).toEqual([]);
    await files.put(tempPath, { contentType: 'video/mp4' });
  } finally {
    for (const it of readers) it?.destroy();
    storage.close();
    await rm(tempPath);
  }
});

describe('event stream', () => {
  it('an event stream whose client reads nothing buffers little, and is cut', { timeout: 60_000 }, async () => {
    const app = fastify();
    let line: EventStream | undefined;
    let answer: ServerResponse | undefined;
    app.get('/', async (_, reply) => {
      answer = reply.raw;
      line = new EventStream(scene.citizen.caller, reply);
      line.begin();
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    open.add(socket);
    socket.on('error', () => {}).pause();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => line, patient).toBeDefined();
    const news = 'x'.repeat(16 * 1024);
    let most = 0;
    for (let count = 0; count < 2_000 && !answer?.destroyed; count += 1) {
      line?.write(news);
      most = Math.max(most, answer?.writableLength ?? 0);
      await setImmediate();
    }
    expect(answer?.destroyed).toBe(true);
    expect(most).toBeLessThan(mostHeld);
    await app.close();
  });
});
