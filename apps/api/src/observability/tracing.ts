import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';

/** Where time goes, request by request, for OpenTelemetry. Spans carry no values of people: routes, statements, names of tasks. */
export interface Tracing {
  /** A span for each request. Call it before other hooks. */
  watchRequests(app: FastifyInstance): void;
  /** A span for each statement within a request or a job. Call it before the pool has a connection. */
  watchQueries(pool: pg.Pool): void;
  /** A span for a job. */
  job(task: string, work: () => Promise<void>): Promise<void>;
  /** Sends what is left. */
  stop(): Promise<void>;
}

const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/**
 * Traces when one of OpenTelemetry's own variables says where to. The library, which reads the others of its variables
 * itself, is loaded only then.
 * @throws StartupError when the address is none.
 */
export async function openTracing(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Tracing | undefined> {
  const isOff = environment['OTEL_SDK_DISABLED'] === 'true' || environment['OTEL_TRACES_EXPORTER'] === 'none';
  const given = endpoints.filter((name) => (environment[name] ?? '') !== '');
  if (isOff || given.length === 0) return undefined;
  const wrong = given.find(
    (name) => !/^https?:\/\/./.test(environment[name] ?? '') || !URL.canParse(environment[name] ?? ''),
  );
  if (wrong) throw new StartupError(`The setting ${wrong} must be a web address, such as http://127.0.0.1:4318.`);
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry();
}
