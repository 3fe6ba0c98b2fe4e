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
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  readonly #server: string;
  #child: ChildProcess | undefined;
  #output = '';

  /** `server` is the folder of another version, built. */
  constructor(port: number, dataDir: string, settings: Record<string, string> = {}, server = builtServer) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#settings = {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_PASSWORD: demoPassword,
      // Each client names an address of its own, so that no limit of a network is met.
      TRUST_PROXY: '127.0.0.1',
      ...settings,
    };
  }

  /** One on a new folder; with the embedded database that has the sample data already. */
  static async create(port: number, settings: Record<string, string> = {}): Promise<FaultyPortal> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-faults-'));
    if (settings['DATABASE_URL'] === undefined) await copyFilled(folder, port);
    return new FaultyPortal(port, folder, settings);
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
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

  /** Waits until it answers that it is ready. */
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

  /** kill -9 for the server alone; its database must notice by itself. */
  async killServer(): Promise<void> {
    const ended = this.#ended();
    this.#child?.kill('SIGKILL');
    await ended;
  }

  /** kill -9 for the database alone; the server must notice by itself. Answers whether there was one to kill. */
  async killDatabase(): Promise<boolean> {
    const file = await readFile(path.join(this.dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number.parseInt(file, 10);
    if (!(pid > 0)) return false;
    try {
      process.kill(pid, 'SIGKILL');
      return true;
    } catch {
      return false;
    }
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

let filled: Promise<string> | undefined;

/** Copies a data folder with the sample data. Filling a database takes longer than anything else here, so that is done once. */
export async function copyFilled(folder: string, port: number): Promise<void> {
  filled ??= fill(port);
  // Unlike Node's own `cp` this keeps the owner, who is another one where root runs this.
  await promisify(execFile)('cp', ['-a', `${await filled}/.`, folder]);
}

async function fill(port: number): Promise<string> {
  const portal = new FaultyPortal(port, await mkdtemp(path.join(os.tmpdir(), 'baraza-filled-')));
  await portal.start();
  await portal.stop();
  return portal.dataDir;
}

/** Removes what all scenarios began with. */
export async function removeFilled(): Promise<void> {
  const folder = await filled?.catch(() => undefined);
  if (folder) await rm(folder, { recursive: true, force: true });
}
