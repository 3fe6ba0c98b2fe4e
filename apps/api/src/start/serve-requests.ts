import type { FastifyBaseLogger } from 'fastify';
import { connectDatabase } from '../db/database.ts';
import { openFiles } from '../files/files.ts';
import type { Metrics } from '../observability/metrics.ts';
import { type Begin, type Numbers, type Order, Questions, type Report } from './serving-messages.ts';
import type { Settings } from '../config/settings.ts';
import type { Tracing } from '../observability/tracing.ts';
import { openServices, serveRequests } from './start.ts';

const textPatience = 3_000;

/**
 * A serving process: answers requests and nothing else, as long as the process that started it lives. Signals are for that
 * one, which tells this one to stop; a terminal sends them to both.
 */
export function serveForParent(settings: Settings, log: FastifyBaseLogger, tracing: Tracing | undefined): void {
  const opened: (() => Promise<unknown>)[] = [];
  const questions = new Questions<string>();
  let metrics: Metrics | undefined;
  const begin = async (given: Begin) => {
    const database = connectDatabase(given.connection, (line) => log.warn(line));
    opened.push(() => database.close());
    const secretKey = Buffer.from(given.secretKey, 'base64');
    const files = await openFiles(settings);
    const services = await openServices(settings, { database, files, secretKey, log, tracing }, opened);
    metrics = services.metrics;
    const ask = (id: string) => report({ kind: 'ask text', id });
    const text = async () => (await questions.ask(ask, textPatience)) ?? services.metrics.registry.metrics();
    await serveRequests({ ...services, metrics: { ...services.metrics, text } }, opened);
    report({ kind: 'serving' });
  };
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close();
    process.exit(0);
  };
  process.on('message', (order: Order) => {
    if (order.kind === 'begin') begin(order.begin).catch(fail);
    if (order.kind === 'stop') void stop();
    if (order.kind === 'text') questions.answer(order.id, order.text);
    if (order.kind === 'numbers') void metrics?.registry.getMetricsAsJSON().then((all) => tell(order.id, all));
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(1));
  const tell = (id: string, all: unknown) => report({ kind: 'numbers', id, numbers: all as Numbers });
  const fail = (error: unknown) => {
    log.error({ err: error }, 'A serving process could not start.');
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    process.send?.({ kind: 'failed', reason } satisfies Report, undefined, undefined, () => process.exit(1));
  };
}

function report(what: Report): void {
  if (process.connected) process.send?.(what);
}
