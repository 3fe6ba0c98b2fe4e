import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import { StartupError } from '../config/startup-error.ts';

/*
 * WORKERS: several processes answer requests on one port. The first one keeps the data folder, the embedded database and the jobs.
 */

export interface WorkersOptions {
  readonly count: number;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  /** Called once when a worker ends again and again. */
  readonly onFatal: (reason: StartupError) => void;
}

export interface Workers {
  /** The metrics of all processes, this one included, in Prometheus' format. */
  metrics(): Promise<string>;
  /** Lets each worker finish the requests under way. */
  stop(): Promise<void>;
}

type Metrics = readonly MetricObjectWithValues<MetricValue<string>>[];

const maxEnds = 5;
const endsWithin = 60_000;
const firstPause = 250;
/** Longer than a worker waits for its requests. */
const stopTimeout = 10_000;
const metricsTimeout = 1_000;

/**
 * Starts the workers, waits until they listen, and replaces each that ends.
 * @throws StartupError when one ends before it listens; its reason is printed.
 */
export async function startWorkers({ count, log, registry, onFatal }: WorkersOptions): Promise<Workers> {
  /** By worker. Counters of ended workers stay, so that no sum goes back. */
  const known = new Map<number, Metrics>();
  let state: 'starting' | 'running' | 'stopped' = 'starting';

  const start = (ends: readonly number[] = []) => {
    const worker = cluster.fork();
    worker.once('exit', (code, signal) => {
      known.set(worker.id, known.get(worker.id)?.filter(({ type }) => String(type) !== 'gauge') ?? []);
      if (state !== 'running') return;
      log.error({ code, signal }, 'A worker ended unexpectedly and is replaced.');
      replace([...ends, performance.now()].filter((at) => performance.now() - at < endsWithin));
    });
    return worker;
  };
  const replace = (ends: readonly number[]) => {
    if (ends.length < maxEnds) {
      setTimeout(() => state === 'running' && start(ends), firstPause * 2 ** (ends.length - 1));
      return;
    }
    state = 'stopped';
    onFatal(
      new StartupError(`A serving process ended ${maxEnds} times within a minute. The log says why. The server ends.`),
    );
  };
  const stop = async () => {
    state = 'stopped';
    await Promise.all(workersAlive().map(stopWorker));
  };

  try {
    await Promise.all(Array.from({ length: count }, () => untilListening(start())));
    state = 'running';
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    async metrics() {
      const answers = workersAlive().map(async (worker) => known.set(worker.id, await metricsOf(worker, known)));
      const [own] = await Promise.all([registry.getMetricsAsJSON(), ...answers]);
      return AggregatorRegistry.aggregate([own, ...known.values()].map((metrics) => [...metrics]) as never).metrics();
    },
  };
}

const workersAlive = () =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker?.isConnected() === true);

async function untilListening(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => {
    throw new StartupError('A serving process ended before it served.');
  });
  await Promise.race([once(worker, 'listening'), ended]);
}

async function stopWorker(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit');
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeout);
  worker.send('stop', () => {});
  await ended;
  clearTimeout(kill);
}

/** Asks a worker for its metrics; without an answer in time they are those known before. */
async function metricsOf(worker: Worker, known: ReadonlyMap<number, Metrics>): Promise<Metrics> {
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(metricsTimeout) });
  worker.send('metrics', () => {});
  return answer.then(
    ([metrics]: Metrics[]) => metrics ?? [],
    () => known.get(worker.id) ?? [],
  );
}

/** Obeys the process that started this worker, and ends when that one is gone. */
export function obeyPrimary(registry: Registry, stop: () => Promise<void>): void {
  process.on('message', (order) => {
    if (order === 'stop') void stop().then(() => process.exit(0));
    if (order === 'metrics') void registry.getMetricsAsJSON().then((metrics) => process.send?.(metrics));
  });
}
