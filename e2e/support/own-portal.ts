import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { settingsOf } from './portal.ts';

/** A portal on its own data folder, for journeys that spoil its data. */
export class OwnPortal {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, dataDir: string) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
  }

  static async create(port: number): Promise<OwnPortal> {
    return new OwnPortal(port, await mkdtemp(path.join(os.tmpdir(), 'baraza-own-')));
  }

  /** Starts the portal with further settings and waits until it is ready. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const script = path.join(import.meta.dirname, '..', '..', 'scripts', 'start.mjs');
    const child = spawn(process.execPath, [script], {
      // A process group, so that a kill reaches launcher and server at once.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...settingsOf(this.port, this.dataDir),
        ...settings,
      },
    });
    this.#child = child;
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    for (let waited = 0; waited < 300_000; waited += 100) {
      if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}:\n${output}`);
      const ready = await fetch(`${this.url}/health/ready`).then(
        (it) => it.ok,
        () => false,
      );
      if (ready) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the portal was not ready in a minute:\n${output}`);
  }

  /** Kills launcher and server (kill -9); the database notices by itself. */
  async kill(): Promise<void> {
    const child = this.#child!;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid!, 'SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) await this.kill();
    // The database may still be writing its last page when it sees that its parent is gone.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
