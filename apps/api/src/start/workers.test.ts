import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestApp } from '../../test/support/server/app.ts';
import { createScene } from '../../test/support/complaints.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { freePort, type ServerProcess, startProcess } from '../../test/support/server/server-process.ts';

/* WORKERS: the whole server as processes, as an operator runs it. */

let database: TestDatabase;
let folder: string;
let running: ServerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-serving-'));
});
afterEach(async () => {
  for (const server of running) server.child.kill('SIGKILL');
  await Promise.all(running.map((server) => server.ended()));
  running = [];
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const secret = '5b0f8d3e9c1a7246f0e1d2c3b4a59687';
const admin = { ADMIN_EMAIL: 'root@town.example', ADMIN_PASSWORD: 'well kept secret' };

async function start(more: Record<string, string> = {}): Promise<ServerProcess & { readonly metrics: string }> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const own = {
    PORT: String(port),
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
    DATA_DIR: path.join(folder, `data-${port}`),
    DATABASE_URL: database.url,
    SECRET_KEY: secret,
    DEMO: '0',
    WORKERS: '2',
    ...admin,
  };
  const server = startProcess({ ...own, ...more });
  running.push(server);
  return { ...server, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
}

/** The workers of a server. */
async function children(server: ServerProcess): Promise<number[]> {
  const { pid } = server.child;
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const all = listed.trim().split(' ').map(Number);
  const lines = await Promise.all(all.map((each) => readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '')));
  return all.filter((_, index) => lines[index]?.includes('main.js'));
}

const isLinux = process.platform === 'linux';
const statusOf = async (url: string) => (await fetch(url)).status;

async function number(url: string, line: RegExp): Promise<number> {
  const text = await (await fetch(url)).text();
  const lines = text.split('\n').filter((each) => line.test(each));
  return lines.reduce((sum, each) => sum + Number(each.split(' ').at(-1)), 0);
}

it.runIf(isLinux)(
  'serves with several processes, counts them together, starts anew one that was killed, and ends in order',
  { timeout: 90_000, tags: 'full' },
  async () => {
    const server = await start();
    await server.ready();
    const before = await children(server);
    expect(before).toHaveLength(2);
    await Promise.all(Array.from({ length: 40 }, () => statusOf(`${server.url}/api/portal`)));
    const requests = /^baraza_http_requests_total\{method="GET",route="\/api\/portal",status="2xx"\}/;
    expect(await number(server.metrics, requests)).toBe(40);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await expect.poll(() => children(server), { timeout: 20_000 }).toHaveLength(2);
    expect(await children(server)).not.toEqual(before);
    expect(await statusOf(`${server.url}/health/ready`)).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(server.stdout()).not.toMatch(/ready.*ready/s);
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  },
);

it.runIf(isLinux)(
  'leaves no process behind when the first one is killed',
  { timeout: 60_000, tags: 'full' },
  async () => {
    const server = await start();
    await server.ready();
    const pids = await children(server);
    server.child.kill('SIGKILL');
    await server.ended();
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  },
);

it('says in one line why it does not start', { timeout: 60_000, tags: 'full' }, async () => {
  const server = await start({ METRICS_ADDRESS: '192.0.2.77:9464', LOG_LEVEL: 'silent' });
  expect(await server.ended()).toBe(1);
  expect(server.stderr().trim()).toMatch(/^The server cannot listen: .*192\.0\.2\.77.* Check METRICS_ADDRESS\.$/);
});

it('brings live news to a citizen wherever they are connected', { timeout: 90_000, tags: 'full' }, async () => {
  const test = await createTestApp();
  const scene = await createScene(test);
  const complaint = await scene.fileIn('received');
  const DATABASE_URL = test.pool.options.connectionString ?? '';
  const [one, other] = [await start({ DATABASE_URL }), await start({ DATABASE_URL, WORKERS: '1' })];
  await Promise.all([one.ready(), other.ready()]);
  const abort = new AbortController();
  // Connections are dealt out in turn, so that four of them reach both processes of the first server.
  const lines = [one, one, one, one, other].map(async ({ url }) => {
    const headers = { authorization: `Bearer ${scene.citizen.token}` };
    const { body } = await fetch(`${url}/api/notification/stream`, { headers, signal: abort.signal });
    let text = '';
    (async () => {
      for await (const part of body ?? []) text += Buffer.from(part).toString();
    })().catch(() => {});
    return () => text;
  });
  const open = await Promise.all(lines);
  const count = /^baraza_live_connections/;
  expect(await number(one.metrics, count)).toBe(4);
  expect(await number(other.metrics, count)).toBe(1);
  await scene.act(scene.officer, complaint, 'start');
  await expect.poll(() => open.filter((text) => text().includes('data: ')).length, { timeout: 5_000 }).toBe(5);
  abort.abort();
  for (const server of [one, other]) server.child.kill('SIGTERM');
  await Promise.all([one.ended(), other.ended()]);
  await test.close();
});
