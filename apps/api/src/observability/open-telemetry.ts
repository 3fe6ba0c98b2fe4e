import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request, as what happens within it finds it. */
    traceContext: Context | undefined;
  }
}

/** A collector that does not answer must not hold up a server that stops. */
const flushPatience = 3_000;

/** Loaded by `openTracing` alone: nobody else imports it. */
export function startOpenTelemetry(): Tracing {
  const named = resourceFromAttributes({ 'service.name': 'baraza' });
  const provider = new BasicTracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer('baraza');

  const finish = (request: FastifyRequest, status: number | undefined) => {
    const span = request.traceContext && trace.getSpan(request.traceContext);
    if (!span?.isRecording()) return;
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };

  return {
    watchRequests(app) {
      app.decorateRequest('traceContext', undefined);
      app.addHook('onRequest', (request, _, done) => {
        const { url = 'unknown', config } = request.routeOptions;
        // A live line lasts for hours.
        if (config.stream) return done();
        const route = request.is404 ? 'unknown' : url;
        const attributes = {
          'http.request.method': request.method,
          'http.route': route,
          'baraza.request_id': request.id,
        };
        const parent = parentOf(request);
        const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
        request.traceContext = trace.setSpan(parent, span);
        context.with(request.traceContext, done);
      });
      // The body came in by events of the connection, which know nothing of the request.
      app.addHook('preValidation', (request, _, done) => {
        if (request.traceContext) context.with(request.traceContext, done);
        else done();
      });
      app.addHook('onResponse', async (request, reply) => finish(request, reply.statusCode));
      app.addHook('onRequestAbort', async (request) => finish(request, undefined));
    },
    watchQueries(pool) {
      pool.on('connect', (client) =>
        traceQueries(client, (name, attributes) => {
          if (trace.getSpan(context.active()) === undefined) return undefined;
          return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
        }),
      );
    },
    job(task, work) {
      return tracer.startActiveSpan(`job ${task}`, { kind: SpanKind.CONSUMER, root: true }, async (span) => {
        try {
          await work();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, flushPatience)));
      await Promise.race([provider.shutdown().catch(() => {}), patience]);
      clearTimeout(timer);
      context.disable();
      propagation.disable();
    },
  };
}

/** A trace goes on from a proxy that the settings name. A stranger could otherwise decide what is recorded. */
function parentOf(request: FastifyRequest): Context {
  const isProxied = (request.ips?.length ?? 0) > 1;
  return isProxied ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
}

type Begin = (name: string, attributes: Record<string, string>) => Span | undefined;

function traceQueries(client: pg.PoolClient, begin: Begin): void {
  const ask = client.query.bind(client) as (...words: unknown[]) => unknown;
  const traced = (...words: unknown[]) => {
    const text = textOf(words[0]);
    const operation = /^\s*(\w+)/.exec(text ?? '')?.[1]?.toLowerCase() ?? 'statement';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': bare(text ?? ''),
    };
    const span = text === undefined ? undefined : begin(operation, attributes);
    if (!span) return ask(...words);
    const end = (error?: unknown) => {
      if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: codeOf(error) });
      span.end();
    };
    const last = words.at(-1);
    const back = context.active();
    if (typeof last === 'function') {
      const listener = last as (error: unknown, result: unknown) => void;
      words[words.length - 1] = (error: unknown, result: unknown) => {
        end(error);
        context.with(back, () => listener(error, result));
      };
    }
    const answer = ask(...words);
    if (answer instanceof Promise) answer.then(() => end(), end);
    return answer;
  };
  client.query = traced as typeof client.query;
}

function textOf(first: unknown): string | undefined {
  if (typeof first === 'string') return first;
  const isConfig = typeof first === 'object' && first !== null && 'text' in first && !('submit' in first);
  return isConfig && typeof first.text === 'string' ? first.text : undefined;
}

/** The statement without any value that stands in it; the others travel apart from it and never come here. */
function bare(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, "'?'")
    .replaceAll(/(?<![\w$."])\d+(?:\.\d+)?/g, '?')
    .slice(0, 2_000);
}

/** Never the message: it repeats what was written. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'error';
}
