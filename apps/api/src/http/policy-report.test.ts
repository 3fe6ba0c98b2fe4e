import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { createLog } from '../observability/log.ts';

let test: TestApp;
let app: FastifyInstance;
let lines: string[] = [];
beforeAll(async () => {
  test = await createTestApp({ rates: { policyReport: { max: 12, seconds: 60 } } });
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLog({ logLevel: 'info' }, stream as unknown as NodeJS.WriteStream);
  app = await test.rebuild({ log });
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const type = 'application/csp-report';
function report(payload: unknown, contentType = type, remoteAddress = '10.0.0.1') {
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
  const headers = { 'content-type': contentType };
  return app.inject({ method: 'POST', url: '/api/policy-report', headers, payload: body, remoteAddress });
}
const said = () =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; directive?: string; blocked?: string })
    .filter(({ msg }) => msg.includes('content security policy'))
    .map(({ directive, blocked }) => [directive, blocked]);

/** What a browser sends. Nothing of it but the directive and the origin may be kept. */
const stolen = (blocked: string, directive = 'script-src-elem') => ({
  'csp-report': {
    'document-uri': 'https://complaints.example.org/app/complaint/canary-1',
    referrer: 'https://complaints.example.org/canary-2',
    'effective-directive': directive,
    'violated-directive': directive,
    'original-policy': 'canary-3',
    'blocked-uri': blocked,
    'script-sample': 'canary-4',
    'source-file': 'https://complaints.example.org/canary-5',
  },
});

it('every page tells browsers where to report', async () => {
  const { headers } = await app.inject('/api/portal');
  expect(headers['content-security-policy']).toContain('report-uri /api/policy-report');
});

it('logs the directive and the origin once a minute, and counts all', async () => {
  lines = [];
  const ask = async (payload: unknown) => (await report(payload)).statusCode;
  expect(await ask(stolen('https://evil.example/canary-6?canary-7'))).toBe(204);
  expect(await ask(stolen('inline'))).toBe(204);
  expect(await ask(stolen('eval'))).toBe(204);
  expect(said()).toEqual([['script-src-elem', 'https://evil.example']]);
  test.clock.advance(61_000);
  expect(await ask(stolen('canary-8:canary-9', 'canary-10 x'))).toBe(204);
  test.clock.advance(61_000);
  // As browsers said it once.
  expect(await ask({ 'csp-report': { 'violated-directive': "img-src 'self'", 'blocked-uri': 'data' } })).toBe(204);
  expect(said().slice(1)).toEqual([
    ['other', 'other'],
    ['img-src', 'data'],
  ]);
  const { rows } = await test.pool.query('select count(*)::int as entries from audit');
  expect(rows).toEqual([{ entries: 0 }]);
  const counted = await test.services.metrics.registry.metrics();
  expect(counted).toContain('baraza_policy_reports_total 5');
  expect(lines.join('') + counted).not.toContain('canary');
});

it('takes nothing else: what is too large, of another type, or no report', async () => {
  const from = '10.0.0.2';
  const answer = async (payload: unknown, contentType?: string) =>
    (await report(payload, contentType, from)).statusCode;
  expect(await answer(stolen(`https://evil.example/${'x'.repeat(9_000)}`))).toBe(413);
  expect(await answer(stolen('inline'), 'text/plain')).toBe(415);
  const noText = Buffer.from('{"csp-report":{"blocked-uri":"\xe9"}}', 'latin1');
  for (const none of [
    noText,
    '{',
    '[]',
    'null',
    { 'csp-report': { 'blocked-uri': 7 } },
    '{"csp-report":{"__proto__":{}}}',
  ])
    expect(await answer(none)).toBe(400);
});

it('slows one network down, and leaves the others alone', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 14; count += 1)
    statuses.push((await report(stolen('inline'), type, '10.0.0.3')).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 204), 429, 429]);
  expect((await report(stolen('inline'), type, '10.0.0.4')).statusCode).toBe(204);
});

it('no other call takes the type of a report', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': type },
    payload: '{}',
  });
  expect(answer.statusCode).toBe(415);
});
