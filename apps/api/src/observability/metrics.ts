import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/*
 * What Prometheus reads. A label holds one of few words that stand in the code, never an id, an address or a name: metrics
 * are kept for long, by other people, and tell nothing of anybody.
 */

/** What the text is called in HTTP. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** What is counted while the server works. */
export type Metrics = ReturnType<typeof createMetrics>;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates what is counted while the server works. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: 'baraza_http_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'baraza_http_request_duration_seconds',
      help: 'How long answers took, live lines left out.',
      labelNames: ['method', 'route'],
      buckets: seconds,
      registers,
    }),
    jobRuns: new Counter({
      name: 'baraza_job_runs_total',
      help: 'Jobs that were worked on: done, or failed (and tried again later).',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'baraza_mails_total',
      help: 'Mails: sent, failed (and tried again later), or dropped because they were too old.',
      labelNames: ['outcome'],
      registers,
    }),
    uploads: new Counter({
      name: 'baraza_uploads_total',
      help: 'Files that were taken.',
      labelNames: ['kind'],
      registers,
    }),
    uploadBytes: new Counter({
      name: 'baraza_upload_bytes_total',
      help: 'Bytes of the files that were taken.',
      labelNames: ['kind'],
      registers,
    }),
    uploadsRefused: new Counter({
      name: 'baraza_uploads_refused_total',
      help: 'Forms that were refused because of their files.',
      labelNames: ['reason'],
      registers,
    }),
    policyReports: new Counter({
      name: 'baraza_policy_reports_total',
      help: 'What browsers said that the content security policy stopped.',
      registers,
    }),
    liveConnections: new Gauge({
      name: 'baraza_live_connections',
      help: 'Open lines for live news.',
      registers,
    }),
  };
}

/** Memory, processor time, event loop and garbage collection of this process. Once a process: they are never taken off. */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
