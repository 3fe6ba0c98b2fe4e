import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { collectDefaultMetrics } from 'prom-client';
import { carryOut } from '../features/engagement/carry-out.ts';
import { buildApp } from '../app.ts';
import { addOwnErasures } from '../backup/erasures.ts';
import { openDatabase, type OpenDatabase } from '../db/database.ts';
import { openReplica } from '../db/replica.ts';
import { isDatabaseNew, openInstallation, requireOwnKey } from '../db/installation.store.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { prepareServingRole, checkServingRole } from '../db/row-security/prepare-serving-role.ts';
import { createFirstAdministrator } from '../features/people/account/first-administrator.ts';
import { reapplyErasures } from '../features/people/privacy/erase-account.ts';
import { systemClock } from '../config/clock.ts';
import { gracefulShutdown } from './graceful-shutdown.ts';
import { openDataDir, secretKeyOf } from '../config/data-dir.ts';
import { packageFolder } from '../config/package-folder.ts';
import { checkClock } from '../observability/check-clock.ts';
import { measureDatabase, measurePool } from '../observability/database-gauges.ts';
import { filesOfInstallation, openFiles, requireWritable } from '../files/files.ts';
import { makeReceipt } from '../features/log/receipt.ts';
import { sendWebhooks, type Sending } from '../features/people/program/send-webhooks.ts';
import { hasPending } from '../features/log/log.store.ts';
import { appendRest, publishLog, sequenceLog, settleAtStart, wentBackText } from '../features/log/sequence-log.ts';
import { jobs, migrateJobs, startWorker } from '../jobs/jobs.ts';
import { repeat } from '../jobs/repeat.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { listen } from '../http/listen.ts';
import { openLiveEvents } from '../realtime/live-events.ts';
import { createMetrics, serveMetrics } from '../observability/metrics.ts';
import { noteFaults } from '../observability/note-faults.ts';
import { measureStorage, standingOfFiles } from '../observability/storage.ts';
import { checkPermissions } from '../config/private-folder.ts';
import { rates } from '../limits/rates.ts';
import { prepareTempFiles } from '../files/temp-files.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Tracing } from '../observability/tracing.ts';
import { hasDemo, openDemo, wantsDemo } from '../features/demo/seed/demo-access.ts';
import { seedReferenceData } from '../features/office/category/reference-data.ts';
import { work } from '../tasks.ts';

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

export interface StartOptions {
  readonly log: FastifyBaseLogger;
  readonly tracing?: Tracing | undefined;
  readonly report: (line: string) => void;
}

type Closers = (() => Promise<unknown>)[];

/** Starts a server, step by step; if one fails, closes the earlier ones. */
export async function startServer(settings: Settings, options: StartOptions) {
  const opened: Closers = [];
  /** Waits for work under way, then closes everything. */
  const stop = () => closeAll(opened);
  try {
    return { ...(await open(settings, options, opened)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function closeAll(opened: Closers): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close();
}

async function open(settings: Settings, options: StartOptions, opened: Closers) {
  const { log, report, tracing } = options;
  await checkPermissions(settings.dataDir, report);
  const dataDir = await openDataDir(settings);
  opened.push(() => dataDir.close());
  await prepareTempFiles(settings.dataDir);
  const database = await openDatabase(settings, { log: report, detail: (line) => log.debug(line) });
  opened.push(() => database.close());
  // Checks that may refuse the start come before the first change of the schema, which cannot be undone.
  const secretKey = await secretKeyOf(settings, () => isDatabaseNew(database.pool));
  await requireOwnKey(database.pool, secretKey);
  const isNew = await isDatabaseNew(database.pool);
  const files = await openFiles(settings, !isNew);
  if (isNew) await requireWritable(files, settings.dataDir);
  else if ((await standingOfFiles({ files, log })) === 'failed') report(filesAway);
  await checkServingRole(database.pool);
  await migrateDatabase(database.pool);
  await migrateJobs(database.pool, log);
  await prepareServingRole(database.pool);
  const services = await openServices(settings, { database, files, secretKey, log, tracing }, opened);
  // A restored database lacks later erasures, which the data folder lists.
  await addOwnErasures(database.pool, settings.dataDir);
  await reapplyErasures(services);
  if (await settleAtStart(services)) report(wentBackText);
  const demo = await fill(services, database, report);
  opened.push(measureDatabase(services.metrics, database.pool, log));
  measureStorage(services);
  opened.push(() => appendRest(services));
  await serveRequests(services, opened);
  if (settings.metricsAddress) opened.push(await serveMetrics(services.metrics, settings.metricsAddress));
  const worker = await startWorker(services, work, database.pool);
  opened.push(() => worker.stop());
  followEvents(services, opened);
  const { replica } = services;
  if (replica) opened.push(repeat(services, 'replica', 1_000, () => replica.check()));
  opened.push(repeat(services, 'clock', 60_000, () => checkClock(services)));
  // Credentials of the sample accounts, if there are any.
  return { demo };
}

/** Takes events into the log soon after their commit, then wakes the webhooks. */
function followEvents(services: Services, opened: Closers): void {
  const sending: Sending = { underWay: new Map(), again: new Set() };
  const webhooks = repeat(services, 'webhooks', every, (signal) => sendWebhooks(services, sending, signal));
  const log = repeat(services, 'log', every, async (signal) => {
    if ((await sequenceLog(services, signal)) > 0) webhooks.wake();
  });
  const waiting = repeat(services, 'events', lookEvery, async () => {
    if (await hasPending(services.db)) log.wake();
  });
  opened.push(() => Promise.all(sending.underWay.values()), webhooks, log, waiting);
  opened.push(repeat(services, 'checkpoint', every, () => publishLog(services)));
}

/** Opens the services that requests, jobs and programs work with. */
export async function openServices(
  settings: Settings,
  resources: Pick<StartOptions, 'log' | 'tracing'> &
    Pick<Services, 'files'> & { readonly database: OpenDatabase; readonly secretKey: Buffer },
  opened: Closers,
): Promise<Services> {
  const { database, log, tracing } = resources;
  if (tracing) opened.push(() => tracing.stop());
  const live = await openLiveEvents(() => new pg.Client(database.pool.options), log);
  opened.push(() => live.stop());
  const metrics = createMetrics();
  // Memory, processor time, event loop and garbage collection. Once a process, since they cannot be removed.
  collectDefaultMetrics({ register: metrics.registry });
  measurePool(metrics, database.pool);
  tracing?.watch(noteFaults({ log, metrics }, 'traces'));
  const { db, reads, scoped } = database;
  const replica = settings.replicaUrl === undefined ? undefined : openReplica(settings.replicaUrl, database.pool);
  if (replica) opened.push(() => replica.close());
  const { id, dataKey } = await openInstallation(db, resources.secretKey);
  const keys = deriveKeys(dataKey);
  const files = filesOfInstallation(resources.files, id);
  return {
    db,
    reads,
    scoped,
    replica,
    settings,
    clock: systemClock,
    files,
    jobs,
    live,
    keys,
    rates,
    metrics,
    tracing,
    log,
    carryOut,
    makeReceipt,
  };
}

async function serveRequests(services: Services, opened: Closers): Promise<void> {
  const { settings } = services;
  const { host, port } = settings;
  const folders = { web: path.join(packageFolder, '../web/dist'), desk: path.join(packageFolder, '../desk/dist') };
  const app = await buildApp(services, folders);
  opened.push(gracefulShutdown(app));
  await listen(() => app.listen({ host, port, listenTextResolver: () => 'listening' }));
}

async function fill(services: Services, { embedded }: OpenDatabase, report: (line: string) => void) {
  await createFirstAdministrator(services);
  await seedReferenceData(services);
  const isFilled = await hasDemo(services.db);
  if (isFilled && !embedded && services.settings.demo !== true) throw new StartupError(strangers);
  if ((await wantsDemo(services, embedded)) && !isFilled) {
    report('Putting in the sample data. This takes some seconds.');
    // Loaded only here, since it loads the library for pictures.
    const { seedDemo } = await import('../features/demo/seed/demo.ts');
    await seedDemo(services);
  }
  return openDemo(services);
}

const filesAway = 'The file store does not answer. Complaints are taken without files until it does.';

/** Milliseconds after which the log is checked and published, and webhooks are tried again. */
const every = 2_000;
/** Milliseconds after which new events are looked for. */
const lookEvery = 500;

const strangers =
  'The database of DATABASE_URL holds sample accounts. Start with DEMO=1 to have them, and take them off at the desk, or use another database.';
