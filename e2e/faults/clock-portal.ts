import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { EmbeddedPostgres } from '@baraza/local-postgres';
import { until } from './expect.ts';
import { FakeTime } from './fake-time.ts';
import { startPostgres, urlOf } from './modules.ts';
import { FaultyPortal } from './portal.ts';
import type { Outcome } from './scenario.ts';

/** A server that goes by a clock which can be set. */
export interface ClockPortal {
  readonly portal: FaultyPortal;
  /** The settings that lead to its database, for other programs. */
  readonly database: Readonly<Record<string, string>>;
  /** Its own database, where that goes by the same clock. */
  readonly postgres: EmbeddedPostgres | undefined;
  /** Where it brings its mails. */
  readonly mailPort: number;
  now(): number;
  /** Sets the clock so many milliseconds before or after the true time, and waits until the server goes by it. */
  set(offset: number): Promise<void>;
  /** How often a job was done. */
  runsOf(task: string): Promise<number>;
}

/**
 * Starts one, plays, and removes it. The database goes by the same clock, as on one computer, or by the true time, as on another.
 * It takes three ports.
 */
export async function withTimer(
  port: number,
  { whole }: { readonly whole: boolean },
  play: (all: ClockPortal) => Promise<Outcome>,
): Promise<Outcome> {
  const time = await FakeTime.create();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-clock-'));
  await chmod(folder, 0o755);
  const postgres = whole ? await startPostgres(folder, await time.postgres()) : undefined;
  const database: Record<string, string> = postgres ? { DATABASE_URL: urlOf(postgres) } : {};
  const [metrics, mailPort] = [port + 1, port + 2];
  const portal = await FaultyPortal.create(port, {
    ...time.settings,
    ...database,
    METRICS_ADDRESS: `127.0.0.1:${metrics}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  });
  const isReported = async () => {
    const { headers } = await fetch(`${portal.url}/health/live`);
    return Math.abs(Date.parse(headers.get('date') ?? '') - time.now()) < 5_000;
  };
  const runsOf = async (task: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    const line = new RegExp(
      `^baraza_job_runs_total\\{(?=[^}]*task="${task}")(?=[^}]*outcome="done")[^}]*\\} (\\d+)`,
      'mu',
    );
    return Number(line.exec(text)?.[1] ?? 0);
  };
  try {
    await portal.start();
    return await play({
      portal,
      database,
      postgres,
      mailPort,
      now: () => time.now(),
      async set(offset) {
        await time.set(offset);
        await until(`a clock ${offset / 1000} s from the true time`, async () => (await isReported()) || undefined);
      },
      runsOf,
    });
  } catch (error) {
    throw new Error(`${String(error)}\n${portal.output}`, { cause: error });
  } finally {
    await portal.remove();
    await postgres?.stop();
    await time.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
