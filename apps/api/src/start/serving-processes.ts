import cluster, { type Worker } from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { AggregatorRegistry } from 'prom-client';
import type { Metrics } from '../observability/metrics.ts';
import { type Begin, type Numbers, type Order, Questions, type Report } from './serving-messages.ts';
import { StartupError } from '../config/startup-error.ts';

/*
 * WORKERS: several processes answer requests on one port. This one, which started them, keeps the data folder, the embedded
 * database and the jobs, hands out the connections, and starts anew what ends by itself.
 */

export interface ServingOptions {
  readonly count: number;
  readonly begin: Begin;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Called once when a process ends again and again. */
  readonly onFatal: (reason: StartupError) => void;
}

export interface ServingProcesses extends Pick<Metrics, 'text'> {
  /** Lets each finish what is under way. */
  stop(): Promise<void>;
}

/** A process that ends this often within this time is not worth starting again. */
const mostEnds = 5;
const endsWithin = 60_000;

/** The first one is started again after this long, and each further one after twice the time. */
const firstPause = 250;

/** Who has not ended by then is killed: more than the server itself waits for its requests. */
const stopPatience = 10_000;
const numbersPatience = 1_000;

/**
 * Starts the processes and waits until all of them serve.
 * @throws StartupError with the reason that the first of them gave.
 */
export async function startServingProcesses(options: ServingOptions): Promise<ServingProcesses> {
  const { count, log, onFatal } = options;
  const fleet = new Fleet(options);
  const stop = () => fleet.stop();
  try {
    await Promise.all(Array.from({ length: count }, () => fleet.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  fleet.onLost = (reason) => {
    log.fatal(reason.message);
    onFatal(reason);
  };
  return { stop, text: () => fleet.text() };
}

class Fleet {
  readonly #options: ServingOptions;
  readonly #questions = new Questions<Numbers>();
  readonly #alive = new Map<Worker, Numbers>();
  /** What was counted by processes that have ended: a counter must never go back. */
  #departed: Numbers = [];
  #stopping = false;
  readonly #pauses = new Set<NodeJS.Timeout>();
  onLost: ((reason: StartupError) => void) | undefined;

  constructor(options: ServingOptions) {
    this.#options = options;
  }

  /** Starts one, and again whenever it ends. Resolves when it serves for the first time. */
  start(ends: readonly number[] = []): Promise<void> {
    const { begin, log } = this.#options;
    const worker = cluster.fork();
    this.#alive.set(worker, []);
    order(worker, { kind: 'begin', begin });
    const serving = new Promise<void>((resolve, reject) => {
      worker.on('message', (report: Report) => {
        if (report.kind === 'serving') resolve();
        if (report.kind === 'failed') reject(new StartupError(report.reason));
        this.#hear(worker, report);
      });
      worker.once('exit', () => reject(new StartupError('A serving process ended before it served.')));
    });
    worker.once('exit', (code, signal) => {
      this.#forget(worker);
      if (this.#stopping || this.onLost === undefined) return;
      log.error({ code, signal }, 'A serving process ended unexpectedly; it is started again.');
      this.#startAgain([...ends, performance.now()]);
    });
    return serving;
  }

  #startAgain(ends: readonly number[]): void {
    const recent = ends.filter((at) => performance.now() - at < endsWithin);
    if (recent.length >= mostEnds) {
      this.onLost?.(
        new StartupError(
          `A serving process ended ${mostEnds} times within a minute. The log says why. The server ends.`,
        ),
      );
      this.onLost = undefined;
      return;
    }
    const pause = setTimeout(
      () => {
        this.#pauses.delete(pause);
        // Why it failed is in the log, and it is counted when it ends.
        this.start(recent).catch(() => {});
      },
      firstPause * 2 ** (recent.length - 1),
    );
    this.#pauses.add(pause);
  }

  #hear(worker: Worker, report: Report): void {
    if (report.kind === 'numbers') this.#questions.answer(report.id, report.numbers);
    if (report.kind === 'failed') this.#options.log.error(report.reason);
    if (report.kind === 'ask text') {
      void this.text().then((text) => order(worker, { kind: 'text', id: report.id, text }));
    }
  }

  #forget(worker: Worker): void {
    const last = (this.#alive.get(worker) ?? []).filter(({ type }) => String(type) !== 'gauge');
    this.#alive.delete(worker);
    void sumOf([this.#departed, last]).then((sum) => (this.#departed = sum));
  }

  /** The numbers of all processes together, this one included. */
  async text(): Promise<string> {
    const own = await this.#options.metrics.registry.getMetricsAsJSON();
    const asked = [...this.#alive.keys()].map(async (worker) => {
      const ask = (id: string) => order(worker, { kind: 'numbers', id });
      const numbers = await this.#questions.ask(ask, numbersPatience);
      if (numbers && this.#alive.has(worker)) this.#alive.set(worker, numbers);
      return numbers ?? this.#alive.get(worker) ?? [];
    });
    return aggregate([own, this.#departed, ...(await Promise.all(asked))]).metrics();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    const workers = [...this.#alive.keys()];
    await Promise.all(
      workers.map(async (worker) => {
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        if (worker.isDead()) return;
        const kill = setTimeout(() => worker.process.kill('SIGKILL'), stopPatience);
        order(worker, { kind: 'stop' });
        await ended;
        clearTimeout(kill);
      }),
    );
  }
}

/** One that is just ending hears nothing any more. */
function order(worker: Worker, what: Order): void {
  if (worker.isConnected()) worker.send(what, () => {});
}

function aggregate(all: readonly Numbers[]) {
  return AggregatorRegistry.aggregate(all.map((numbers) => [...numbers]) as never);
}

async function sumOf(all: readonly Numbers[]): Promise<Numbers> {
  return aggregate(all).getMetricsAsJSON();
}
