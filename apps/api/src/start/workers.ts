import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import { StartupError } from '../config/startup-error.ts';

/* WORKERS: several processes answer on one port; the first keeps the data folder, the embedded database and the jobs. */

type Metrics = readonly MetricObjectWithValues<MetricValue<string>>[];

const restartAfter = 1_000;
/** Longer than a worker waits for its requests. */
const stopTimeout = 10_000;
const metricsTimeout = 1_000;

/** Starts the workers, waits until they listen, and replaces each that ends. */
export async function startWorkers(count: number, log: FastifyBaseLogger, registry: Registry) {
  let isRunning = false;
  const start = () => {
    const worker = cluster.fork();
    worker.once('exit', (code, signal) => {
      if (!isRunning) return;
      log.error({ code, signal }, 'A worker ended unexpectedly and is replaced.');
      setTimeout(() => isRunning && start(), restartAfter);
    });
    return worker;
  };
  const stop = async () => {
    isRunning = false;
    await Promise.all(workersAlive().map(stopWorker));
  };
  try {
    await Promise.all(Array.from({ length: count }, () => untilListening(start())));
    isRunning = true;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    /** The metrics of all processes, this one included, in Prometheus' format. */
    async metrics() {
      const all = await Promise.all([registry.getMetricsAsJSON(), ...workersAlive().map(metricsOf)]);
      return AggregatorRegistry.aggregate(all.map((metrics) => [...metrics]) as never).metrics();
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

/** Asks a worker for its metrics; none without an answer in time. */
async function metricsOf(worker: Worker): Promise<Metrics> {
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(metricsTimeout) });
  worker.send('metrics', () => {});
  return answer.then(
    ([metrics]: Metrics[]) => metrics ?? [],
    () => [],
  );
}

/** Obeys the process that started this worker, and ends when that one is gone. */
export function obeyPrimary(registry: Registry, stop: () => Promise<void>): void {
  process.on('message', (order) => {
    if (order === 'stop') void stop().then(() => process.exit(0));
    if (order === 'metrics') void registry.getMetricsAsJSON().then((metrics) => process.send?.(metrics));
  });
}
