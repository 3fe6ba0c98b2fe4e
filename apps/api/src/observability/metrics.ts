import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '../http/errors.ts';
import { listen } from '../http/listen.ts';

/* Metrics for Prometheus. Labels are words of the code, never an id, address or name, since others keep metrics for long. */

export type Metrics = ReturnType<typeof createMetrics>;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the server's counters, with their registry. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    registry,
    requests: counter('baraza_http_requests_total', 'Requests that were answered.', 'method', 'route', 'status'),
    durations: new Histogram({
      name: 'baraza_http_request_duration_seconds',
      help: 'How long answers took, live lines left out.',
      labelNames: ['method', 'route'],
      buckets: seconds,
      registers,
    }),
    jobRuns: counter('baraza_job_runs_total', 'Jobs: done, or failed (and tried again later).', 'task', 'outcome'),
    mails: counter(
      'baraza_mails_total',
      'Mails: sent, failed (and tried again later), or dropped as too old.',
      'outcome',
    ),
    uploads: counter('baraza_uploads_total', 'Files that were taken.', 'kind'),
    uploadBytes: counter('baraza_upload_bytes_total', 'Bytes of the files that were taken.', 'kind'),
    uploadsRefused: counter('baraza_uploads_refused_total', 'Forms refused because of their files.', 'reason'),
    repeatsFailing: new Gauge({
      name: 'baraza_repeat_failing',
      help: '1: work that is repeated failed last time.',
      labelNames: ['task'],
      registers,
    }),
    clockDifference: new Gauge({
      name: 'baraza_clock_difference_seconds',
      help: 'How far the clock is ahead of that of the database.',
      registers,
    }),
    liveConnections: new Gauge({ name: 'baraza_live_connections', help: 'Open event streams.', registers }),
  };
}

/** Adds a gauge that is read at each scrape; one without a value is left out. */
export function addGauge(
  { registry }: Metrics,
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  const collect = async () => {
    const value = await read();
    if (value === undefined) gauge.remove();
    else gauge.set(value);
  };
  const gauge = new Gauge({ name, help, collect, registers: [registry] });
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts responses by route pattern, so that a client's address makes no new label. */
export function measureRequests(app: FastifyInstance, { requests, durations }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const method = methods.has(request.method) ? request.method : 'other';
    const route = routeOf(request, reply);
    requests.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
    // An event stream is open for hours, which is no delay.
    if (!request.routeOptions.config.stream) durations.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

/** Returns the route pattern of a request. */
export function routeOf(request: FastifyRequest, reply: FastifyReply): string {
  const { url } = request.routeOptions;
  if (!request.is404 && url !== undefined) return url;
  // Addresses inside an app get the app, any other 404.
  return reply.statusCode < 400 ? 'page' : 'unknown';
}

/** Counts the files of a form that was read, or why they were refused. */
export async function measureUploads<
  T extends { files: Readonly<Record<string, readonly { kind: string; size: number }[]>> },
>({ uploads, uploadBytes, uploadsRefused }: Metrics, reading: Promise<T>): Promise<T> {
  try {
    const input = await reading;
    for (const { kind, size } of Object.values(input.files).flat()) {
      uploads.inc({ kind });
      uploadBytes.inc({ kind }, size);
    }
    return input;
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('FILE_')) uploadsRefused.inc({ reason: error.code });
    throw error;
  }
}

/** Serves `/metrics` alone at METRICS_ADDRESS; returns how to close it. */
export async function serveMetrics({ registry }: Pick<Metrics, 'registry'>, address: { host: string; port: number }) {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    request.resume();
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  // Keep serving after a connection that cannot be accepted, as when too many files are open.
  server.on('error', () => {});
  await listen(() => once(server.listen(address.port, address.host), 'listening'), 'METRICS_ADDRESS');
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
