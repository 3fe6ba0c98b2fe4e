import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { demoPassword } from '../support/portal.ts';

const root = path.join(import.meta.dirname, '..', '..');
export const builtServer = path.join(root, 'apps/api/dist');

/** A server of its own on its own folder, whose parts can be killed one by one. */
export class FaultyPortal {
  readonly url: string;
  readonly #metrics: string;
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  readonly #server: string;
  #child: ChildProcess | undefined;
  #output = '';

  /** `server` is the folder of another built version. */
  constructor(port: number, dataDir: string, settings: Record<string, string> = {}, server = builtServer) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
    this.#metrics = `127.0.0.1:${port + 5}`;
    this.dataDir = dataDir;
    this.#settings = {
      PORT: String(port),
      METRICS_ADDRESS: this.#metrics,
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_PASSWORD: demoPassword,
      // Each client names an address of its own, so that no rate limit of a network applies.
      TRUST_PROXY: '127.0.0.1',
      ...settings,
    };
  }

  /** Makes a portal on a new folder, which holds the sample data if the database is embedded. */
  static async create(port: number, settings: Record<string, string> = {}, server?: string): Promise<FaultyPortal> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-faults-'));
    if (settings['DATABASE_URL'] === undefined) await copySampleFolder(folder, port);
    return new FaultyPortal(port, folder, settings, server);
  }

  get output(): string {
    return this.#output;
  }

  get runs(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts the server, without waiting for it. */
  spawn(): ChildProcess {
    const { PATH = '', HOME = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
    const env = { PATH, HOME, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, LOG_LEVEL: 'warn', ...this.#settings };
    const child = spawn(process.execPath, [path.join(this.#server, 'main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (this.#output = (this.#output + String(chunk)).slice(-20_000)));
    }
    this.#child = child;
    return child;
  }

  async start(): Promise<void> {
    this.spawn();
    await this.ready();
  }

  /** Waits until the server reports that it is ready. */
  async ready(patience = 180_000): Promise<void> {
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (!this.runs) throw new Error(`The server ended:\n${this.#output}`);
      if (await this.isReady()) return;
      await sleep(50);
    }
    throw new Error(`The server was not ready in ${patience / 1000} seconds:\n${this.#output}`);
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  /** Counts the connections of its pool that are in use, or were never given back. */
  async heldConnections(): Promise<number> {
    const metrics = await (await fetch(`http://${this.#metrics}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^baraza_pool_${name} (\\d+)$`, 'mu').exec(metrics)?.[1]);
    return read('connections') - read('idle_connections');
  }

  /** Kills the server alone (kill -9); its database must notice by itself. */
  async killServer(): Promise<void> {
    const ended = this.#ended();
    this.#child?.kill('SIGKILL');
    await ended;
  }

  /** Kills the database alone (kill -9), if it runs; the server must notice by itself. */
  killDatabase(): Promise<void> {
    return killPostmaster(path.join(this.dataDir, 'postgres'));
  }

  async stop(): Promise<void> {
    if (!this.runs) return;
    const ended = this.#ended();
    this.#child?.kill('SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    if (this.runs) await this.killServer();
    // The database may still be writing its last page when it sees that its parent is gone.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
  }

  #ended(): Promise<unknown> {
    return this.runs ? new Promise((resolve) => this.#child?.once('exit', resolve)) : Promise.resolve();
  }
}

/** Kills the PostgreSQL server of a data folder, if one runs there; its children notice. */
export async function killPostmaster(folder: string): Promise<void> {
  const file = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  if (pid > 0) signal(pid, 'SIGKILL');
}

/** Sends a signal to a process, if it still runs. */
export function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in the meantime.
  }
}

let sampleFolder: Promise<string> | undefined;

/** Copies a data folder with the sample data, which is made once: making it takes longer than anything else here. */
export async function copySampleFolder(folder: string, port: number): Promise<void> {
  sampleFolder ??= makeSampleFolder(port);
  // Unlike Node's own `cp`, this keeps the owner: run by root, the database belongs to another user.
  await promisify(execFile)('cp', ['-a', `${await sampleFolder}/.`, folder]);
}

async function makeSampleFolder(port: number): Promise<string> {
  const portal = new FaultyPortal(port, await mkdtemp(path.join(os.tmpdir(), 'baraza-sample-')));
  await portal.start();
  await portal.stop();
  return portal.dataDir;
}

/** Removes the sample folder. */
export async function removeSampleFolder(): Promise<void> {
  const folder = await sampleFolder?.catch(() => undefined);
  if (folder) await rm(folder, { recursive: true, force: true });
}
