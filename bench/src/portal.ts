import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '../..');

/** A program that responds to HTTP, in a process of its own. */
export interface Served {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Command line of a program of the repository. */
export const nodeProgram = (file: string, ...flags: string[]) => [process.execPath, ...flags, path.join(root, file)];
/** Flags of Node in `npm start` and the container image, beside `allocator`. */
const flags = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring', '--max-old-space-size=1024'];

/** Starts a program and waits until it responds at `path`, if one is named. */
export async function serveProgram(
  [program = '', ...words]: readonly string[],
  { port, path: asked, environment }: { port: number; path?: string; environment: Readonly<Record<string, string>> },
): Promise<Served> {
  const address = `http://127.0.0.1:${port}${asked}`;
  const isTaken = await fetch(address).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error(`Something else answers at port ${port}.`);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', ...environment };
  const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said = (said + String(text)).slice(-4_000)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 30_000)
      throw new Error(`${program} ${words.join(' ')} did not start:\n${said}`);
    if (asked === undefined) break;
    const answer = await fetch(address).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) break;
    await sleep(10);
  }
  return {
    port,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

interface Start {
  readonly allocator: Readonly<Record<string, string>>;
}

/** Starts the built server with limits that let one computer play many people. */
export async function servePortal(
  port: number,
  environment: Readonly<Record<string, string>>,
  dataDir?: string,
): Promise<Served> {
  const { allocator } = (await import(path.join(root, 'scripts/lib/own-node.mjs'))) as Start;
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'baraza-bench-data-')));
  const served = await serveProgram(nodeProgram('apps/api/dist/main.js', ...flags), {
    port,
    path: '/health/ready',
    environment: {
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: '0',
      // A database refuses servers with another key.
      SECRET_KEY: createHash('sha256').update('bench').digest('hex'),
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '127.0.0.1',
      // Officers stay signed in while others are measured.
      STAFF_IDLE_MINUTES: '720',
      DAILY_COMPLAINTS: '1000000',
      DAILY_FILES: '1000000',
      DAILY_MEGABYTES: '1000000',
      ...allocator,
      ...environment,
    },
  });
  return {
    ...served,
    async stop() {
      await served.stop();
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a process's own memory, without the libraries that processes share. Linux only. */
export async function megabytesOf({ pid }: Served): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^RssAnon:\s+(\d+) kB/mu.exec(status)?.[1];
  return (Number(kilobytes) * 1_024) / 1_000_000;
}
