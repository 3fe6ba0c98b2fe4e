import { afterAll, beforeAll } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Call, createClient } from '@baraza/contract/core/client';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { buildApp } from '../../../src/app.ts';
import { prepareServingRole } from '../../../src/db/row-security/prepare-serving-role.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { openDiskFiles } from '../../../src/files/disk-files.ts';
import { filesOfInstallation } from '../../../src/files/files.ts';
import { findInstallationId } from '../../../src/db/installation.store.ts';
import { jobs, startWorker } from '../../../src/jobs/jobs.ts';
import { runJobsOnce } from './run-jobs.ts';
import { repeat } from '../../../src/jobs/repeat.ts';
import { deriveKeys } from '../../../src/crypto/keys.ts';
import { sendAnnouncements } from '../../../src/realtime/send-announcements.ts';
import { openLiveEvents } from '../../../src/realtime/live-events.ts';
import { createMetrics } from '../../../src/observability/metrics.ts';
import { rates } from '../../../src/limits/rates.ts';
import { prepareTempFiles } from '../../../src/files/temp-files.ts';
import type { Services } from '../../../src/services.ts';
import type { AppFolders } from '../../../src/http/page/static-apps.ts';
import { readSettings } from '../../../src/config/settings.ts';
import { carryOut } from '../../../src/features/engagement/carry-out.ts';
import { makeReceipt } from '../../../src/features/log/receipt.ts';
import { work } from '../../../src/tasks.ts';
import { checkReplies } from './check-replies.ts';
import { createTestDatabase } from './database.ts';
import { injectTransport } from './inject-transport.ts';
import { readOutbox, type SentMail } from './outbox.ts';
import { createPeople, type People, type Person } from '../people.ts';

export type { Person };

/** The real app over a database, a data folder and a clock of its own. */
export interface TestApp extends People {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: ManualClock;
  readonly pool: pg.Pool;
  /** Calls without a session. */
  readonly call: Call;
  /** Calls with this token. */
  callAs(token: string | null): Call;
  /** Starts another app over the same data with some services replaced. Close it. */
  rebuild(change: Partial<Services>, folders?: Partial<AppFolders>): Promise<FastifyInstance>;
  /** Runs the waiting jobs. */
  runJobs(change?: Partial<Services>): Promise<void>;
  /** Runs jobs as they are enqueued, until it is stopped. */
  startWorker(change?: Partial<Services>): ReturnType<typeof startWorker>;
  cleanUp(): Promise<void>;
  /** Runs the waiting jobs, then reads every mail sent so far, oldest first. */
  outbox(): Promise<SentMail[]>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly rates?: Partial<Services['rates']>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The first instant of the clock. */
  readonly now?: string;
  /** Role that signs in to the database, if not a plain one. */
  readonly databaseUser?: string;
}

/** One citizen of a test files for many, and the clock of a test makes leaps. */
const roomy = {
  STAFF_IDLE_MINUTES: '120',
  DEMO_COMPLAINTS: '120',
  NEWS_WAIT_SECONDS: '0',
  DAILY_COMPLAINTS: '1000000',
  DAILY_FILES: '1000000',
  DAILY_MEGABYTES: '1000000',
};

/** All people of a test share a network and repeat the same calls, so limits are raised. */
const plenty = { max: 1_000_000, seconds: 60 };

/** Opens an app for all tests of a file or `describe`; it is there from `beforeAll` on. */
export function sharedTestApp(given?: TestAppOptions): TestApp {
  let opened: TestApp | undefined;
  beforeAll(async () => {
    opened = await createTestApp(given);
  });
  afterAll(() => opened?.close());
  return new Proxy({} as TestApp, { get: (_, name) => Reflect.get(opened ?? {}, name) as unknown });
}

/** Opens an app; `close` it at the end. */
export async function createTestApp(given: TestAppOptions = {}): Promise<TestApp> {
  const { databaseUser: user } = given;
  const database = await createTestDatabase(user === undefined ? {} : { user });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baraza-test-app-'));
  const log = pino({ level: 'silent' });
  // A role that owns the tables needs no other one to serve.
  if (user !== undefined) await prepareServingRole(database.pool);
  await prepareTempFiles(dataDir);
  const clock = manualClock(given.now ?? new Date());
  const live = await openLiveEvents(() => new pg.Client({ connectionString: database.url }), log);
  const metrics = createMetrics();
  const stopSending = repeat({ log, metrics }, 'announcements', 50, () => sendAnnouncements(database.db));
  const settings = readSettings({ DATA_DIR: dataDir, PRODUCT_NAME: 'Baraza', ...roomy, ...given.environment });
  const services: Services = {
    db: database.db,
    reads: database.reads,
    scoped: database.scoped,
    settings: { ...settings, ...(given.environment?.['NAMES_DELAY_HOURS'] === undefined && { namesDelayMs: 0 }) },
    clock,
    files: filesOfInstallation(await openDiskFiles(path.join(dataDir, 'files')), await findInstallationId(database.db)),
    jobs,
    live,
    keys: deriveKeys(Buffer.alloc(32, 7)),
    rates: { ...rates, networkCall: plenty, ...given.rates },
    metrics,
    log,
    carryOut,
    makeReceipt,
  };
  const app = await buildApp(services, { web: undefined, desk: undefined });
  checkReplies(app);
  await app.ready();
  const callAs = (token: string | null) => createClient({ token: () => token, transport: injectTransport(app) });
  return {
    ...createPeople(services, callAs),
    app,
    services,
    clock,
    pool: database.pool,
    call: callAs(null),
    callAs,
    rebuild: (change, folders) => buildApp({ ...services, ...change }, { web: undefined, desk: undefined, ...folders }),
    runJobs: (change) => runJobsOnce({ ...services, ...change }, work, database.pool),
    startWorker: (change) => startWorker({ ...services, ...change }, work, database.pool),
    cleanUp: () => work['clean-up'](services, {}),
    async outbox() {
      await runJobsOnce(services, work, database.pool);
      return readOutbox(dataDir);
    },
    async close() {
      await app.close();
      await stopSending();
      await live.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
