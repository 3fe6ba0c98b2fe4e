import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { listen } from '../http/listen.ts';

/* What Prometheus reads. Labels are words of the code, never an id, address or name: metrics are kept for long, by others. */

const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** What is counted while the server works. */
export type Metrics = ReturnType<typeof createMetrics>;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates what is counted while the server works. */
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
    liveConnections: new Gauge({ name: 'baraza_live_connections', help: 'Open lines for live news.', registers }),
  };
}

/** Memory, processor time, event loop and garbage collection of this process. Once a process: they are never taken off. */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}

/** Serves `/metrics` alone at METRICS_ADDRESS; returns how to close it. */
export async function serveMetrics(read: () => Promise<string>, address: { host: string; port: number }) {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    request.resume();
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    read().then(
      (text) => response.writeHead(200, { 'content-type': metricsType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  const start = () =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(address.port, address.host, resolve));
  await listen({ ...address, setting: 'METRICS_ADDRESS' }, start);
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
