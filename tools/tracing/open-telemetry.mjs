import { createRequire } from 'node:module';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { context, propagation, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** Attributes of a span that are exported. URLs, error messages and client addresses may name people. */
const exported = [
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'baraza.request_id',
  'db.query.text',
  'db.system.name',
  'error.type',
];

/** Time for the last export. A silent collector must not hold up a stopping server. */
const timeoutMillis = 3_000;

/** Patches `pg` when that is required next; statements outside of a request or job have no span. */
const statements = new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true });
createRequire(import.meta.url)('pg');

/** Starts OpenTelemetry for this process. The server's `observability/tracing.ts` declares the result. */
export function startOpenTelemetry(isBehindProxy) {
  const named = resourceFromAttributes({ 'service.name': 'baraza' });
  const exporter = new ImpersonalExporter({ timeoutMillis });
  const provider = new BasicTracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // Only our own proxy may name a trace: a stranger would decide which requests are recorded.
  if (isBehindProxy) propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, { id, method, is404, routeOptions: { url } }) => {
      span.updateName(`${method} ${is404 ? 'unknown' : url}`).setAttribute('baraza.request_id', id);
    },
  });
  for (const instrumentation of [statements, requests]) instrumentation.setTracerProvider(provider);
  const tracer = provider.getTracer('baraza');

  return {
    plugin: requests.plugin(),
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
    watch(onExport) {
      exporter.onExport = onExport;
    },
    async stop() {
      await provider.shutdown().catch(() => {});
      context.disable();
      propagation.disable();
    },
  };
}

class ImpersonalExporter extends OTLPTraceExporter {
  onExport = () => {};
  export(spans, done) {
    super.export(spans.map(withoutPeople), (result) => {
      this.onExport(result.code === 0 ? undefined : (result.error ?? new Error('The collector refused spans.')));
      done(result);
    });
  }
}

/** Returns a span without events, error messages and unknown attributes. */
function withoutPeople(span) {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => exported.includes(name)));
  if (typeof attributes['db.query.text'] === 'string')
    attributes['db.query.text'] = attributes['db.query.text'].replaceAll(/'(?:[^']|'')*'/g, "'?'").slice(0, 2_000);
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}
