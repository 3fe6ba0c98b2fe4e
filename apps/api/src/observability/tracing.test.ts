import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { connectDatabase, type OpenDatabase } from '../db/database.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { photo } from '../../test/support/media.ts';
import { StartupError } from '../config/startup-error.ts';
import { openTracing, type Tracing } from './tracing.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
}

let test: TestApp;
let scene: Scene;
let database: OpenDatabase;
let received: { headers: Record<string, unknown>; body: string }[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    received.push({ headers: { ...request.headers, url: request.url }, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  test = await createTestApp();
  scene = await createScene(test);
});
afterAll(async () => {
  await test.close();
  await new Promise((resolve) => collector.close(resolve));
});
afterEach(async () => {
  received = [];
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  await database?.close();
});

/** Installs OpenTelemetry's libraries, which only servers with a collector have. */
const full = { tags: 'full', timeout: 120_000 };
const installer = fileURLToPath(new URL('../../../../scripts/testing/find-programs.mjs', import.meta.url));

async function open(trustProxy: readonly string[] = []): Promise<Tracing> {
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  execFileSync(process.execPath, [installer, 'tracing']);
  const tracing = await openTracing(process.env, { trustProxy });
  if (!tracing) throw new Error('There is no tracing.');
  database = connectDatabase({ connectionString: test.pool.options.connectionString });
  return tracing;
}

const spans = () =>
  received.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
const attribute = (span: Span | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

it('tracing loads nothing unless a variable names a collector', async () => {
  expect(await openTracing({}, { trustProxy: [] })).toBeUndefined();
  expect(await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, { trustProxy: [] })).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  expect(await openTracing({ ...endpoint, OTEL_SDK_DISABLED: 'true' }, { trustProxy: [] })).toBeUndefined();
  expect(await openTracing({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, { trustProxy: [] })).toBeUndefined();
  const line = 'The setting OTEL_EXPORTER_OTLP_ENDPOINT must be a web address, such as http://127.0.0.1:4318.';
  await expect(openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, { trustProxy: [] })).rejects.toThrow(
    new StartupError(line),
  );
});

it('a trace has spans for the request and its statements, without personal values', full, async () => {
  const tracing = await open();
  const app = await test.rebuild({ db: database.db, tracing });
  const fields = scene.fields({
    title: 'Canary 7f3k92',
    description: '<p>Canary 7f3k92</p>',
    location: 'Canary 7f3k92',
  });
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('files', await photo());
  const headers = {
    authorization: `Bearer ${scene.citizen.token}`,
    traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
  };
  const sent = await app.inject({
    method: 'POST',
    url: `/api/complaint?q=${scene.citizen.email}`,
    headers,
    payload: body,
  });
  expect(sent.statusCode).toBe(201);
  await app.inject({ url: `/api/nothing/${scene.citizen.email}` });
  await app.close();
  await tracing.stop();
  const all = spans();
  const request = all.find(({ name }) => name === 'POST /api/complaint');
  expect(attribute(request, 'http.route')).toBe('/api/complaint');
  expect(attribute(request, 'http.response.status_code')).toBe(201);
  expect(attribute(request, 'baraza.request_id')).toBe(sent.headers['x-request-id']);
  // A trace named by a stranger is ignored.
  expect(request?.traceId).not.toBe('ab'.repeat(16));
  const statements = all.filter(({ traceId, name }) => traceId === request?.traceId && name.startsWith('pg.'));
  expect(statements.map((span) => String(attribute(span, 'db.query.text')).split(/\s/u)[0])).toEqual(
    expect.arrayContaining(['begin', 'with', 'commit']),
  );
  expect(all.map(({ name }) => name)).toContain('GET unknown');
  const text = JSON.stringify(received);
  expect(text).toContain('tracking_id');
  for (const secret of ['7f3k92', scene.citizen.email, scene.citizen.token, scene.citizen.id, scene.mdaId])
    expect(text).not.toContain(secret);
  expect(received[0]?.headers['url']).toBe('/v1/traces');
  expect(text).toContain('baraza');
});

it('a trace continues that of a proxy in TRUST_PROXY', full, async () => {
  const trustProxy = ['127.0.0.1'];
  const tracing = await open(trustProxy);
  const settings = { ...test.services.settings, trustProxy };
  const app = await test.rebuild({ db: database.db, tracing, settings });
  const headers = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, 'x-forwarded-for': '192.0.2.1' };
  await app.inject({ url: '/api/portal', headers });
  await app.close();
  await tracing.stop();
  const request = spans().find(({ name }) => name === 'GET /api/portal');
  expect(request?.traceId).toBe('ab'.repeat(16));
});

it('a trace has spans for jobs, and marks failed ones without their message', full, async () => {
  const tracing = await open();
  await tracing.job('send-mails', async () => void (await database.pool.query("select 'secret words' as a")));
  const failing = tracing.job('clean-up', async () => void (await database.pool.query('select no_such_column')));
  await expect(failing).rejects.toThrow('no_such_column');
  await tracing.stop();
  const all = spans();
  const job = all.find(({ name }) => name === 'job send-mails');
  const inside = all.findLast(({ parentSpanId }) => parentSpanId === job?.spanId);
  expect(attribute(inside, 'db.query.text')).toBe("select '?' as a");
  expect(all.find(({ name }) => name === 'job clean-up')?.status.code).toBe(2);
  expect(JSON.stringify(received)).not.toContain('does not exist');
});

it('a refusal of the collector of traces is reported, and its next success too', full, async () => {
  let status = 400;
  const refusing = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
  );
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const tracing = await open();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const refused = await openTracing(process.env, { trustProxy: [] });
  const told: unknown[] = [];
  refused?.watch((fault) => told.push(fault));
  await refused?.job('clean-up', async () => {});
  await vi.waitFor(() => expect(told).toEqual([expect.any(Error)]), 10_000);
  status = 200;
  await refused?.job('clean-up', async () => {});
  await refused?.stop();
  await tracing.stop();
  expect(told).toEqual([expect.any(Error), undefined]);
  await new Promise((resolve) => refusing.close(resolve));
});

it('the server stops in time when the collector of traces does not respond', full, async () => {
  const tracing = await open();
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const slow = await openTracing(process.env, { trustProxy: [] });
  const app = await test.rebuild({ tracing: slow });
  expect((await app.inject('/api/portal')).statusCode).toBe(200);
  await app.close();
  const began = performance.now();
  await slow?.stop();
  expect(performance.now() - began).toBeLessThan(9_000);
  await tracing.stop();
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});
