import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyPluginCallback } from 'fastify';
import { packageFolder } from '../config/package-folder.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';

/** OpenTelemetry spans of requests, their statements, and jobs, without personal values. */
export interface Tracing {
  /** Adds a span for each request. Register it before other hooks. */
  readonly plugin: FastifyPluginCallback;
  job(task: string, work: () => Promise<void>): Promise<void>;
  /** Calls back after each export, with the fault of one that failed. */
  watch(onExport: (fault?: unknown) => void): void;
  stop(): Promise<void>;
}

const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** Starts tracing when a variable of OpenTelemetry names a collector; only then are its libraries loaded. */
export async function openTracing(environment: NodeJS.Dict<string>, { trustProxy }: Pick<Settings, 'trustProxy'>) {
  const isOff = environment['OTEL_SDK_DISABLED'] === 'true' || environment['OTEL_TRACES_EXPORTER'] === 'none';
  const configured = endpoints.filter((name) => (environment[name] ?? '') !== '');
  if (isOff || configured.length === 0) return undefined;
  const wrong = configured.find(
    (name) => !/^https?:\/\/./.test(environment[name] ?? '') || !URL.canParse(environment[name] ?? ''),
  );
  if (wrong) throw new StartupError(`The setting ${wrong} must be a web address, such as http://127.0.0.1:4318.`);
  const startOpenTelemetry = await loadLibraries();
  return startOpenTelemetry(trustProxy.length > 0);
}

async function loadLibraries(): Promise<(isBehindProxy: boolean) => Tracing> {
  const file = path.join(packageFolder, '../../tools/tracing/open-telemetry.mjs');
  try {
    return (await import(pathToFileURL(file).href)).startOpenTelemetry;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartupError('Traces need libraries that are not installed. Run npm ci --prefix tools/tracing.');
  }
}
