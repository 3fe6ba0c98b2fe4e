import { getPortalSettings, getUser } from '@baraza/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, sharedTestApp, type TestApp, type TestAppOptions } from '../../test/support/server/app.ts';
import { failure } from '../../test/support/failure.ts';
import { registerLimits } from './limits.ts';

const opened: TestApp[] = [];
async function open(given: TestAppOptions): Promise<TestApp> {
  const test = await createTestApp(given);
  opened.push(test);
  return test;
}
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});

it('a network past its limit gets 429 with the seconds to wait, unknown calls included', async () => {
  const test = await open({ rates: { network: { max: 5, seconds: 60 } } });
  for (let count = 0; count < 5; count += 1) await test.app.inject('/api/nothing');
  const error = await failure(test.call(getPortalSettings));
  expect(error).toMatchObject({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many tries. Please wait a moment and try again.',
  });
  expect(error.retryAfter).toBeGreaterThan(0);
});

it('rate limits ignore a client’s own X-Forwarded-For', async () => {
  const test = await open({ rates: { network: { max: 3, seconds: 60 } } });
  const statuses = [];
  for (let count = 0; count < 5; count += 1) {
    const headers = { 'x-forwarded-for': `10.0.0.${count}` };
    statuses.push((await test.app.inject({ url: '/api/portal', headers })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

it('rate limits use X-Forwarded-For only from a proxy in TRUST_PROXY', async () => {
  const test = await open({ rates: { network: { max: 1, seconds: 60 } }, environment: { TRUST_PROXY: '10.1.1.1' } });
  const ask = async (remoteAddress: string, client: string) =>
    (await test.app.inject({ url: '/api/portal', remoteAddress, headers: { 'x-forwarded-for': client } })).statusCode;
  expect(await ask('10.1.1.1', '192.0.2.1')).toBe(200);
  expect(await ask('10.1.1.1', '192.0.2.2')).toBe(200);
  expect(await ask('10.1.1.1', '192.0.2.1')).toBe(429);
  expect(await ask('192.0.2.9', '192.0.2.3')).toBe(200);
  expect(await ask('192.0.2.9', '192.0.2.4')).toBe(429);
});

it('files of the apps do not count against the limit of a network', async () => {
  const test = await open({ rates: { network: { max: 1, seconds: 60 } } });
  const ask = async (url: string) => (await test.app.inject(url)).statusCode;

  for (const url of ['/assets/a.js', '/desk/assets/a.js', '/assets/a.js']) expect(await ask(url)).toBe(404);

  expect(await ask('/api/portal')).toBe(200);
  expect(await ask('/api/portal')).toBe(429);
});

it('addresses of one IPv6 /64 share a rate limit', async () => {
  const test = await open({ rates: { network: { max: 1, seconds: 60 } } });
  const ask = async (remoteAddress: string) =>
    (await test.app.inject({ url: '/api/portal', remoteAddress })).statusCode;
  expect([await ask('2001:db8:1:2::1'), await ask('2001:db8:1:2:ffff::9'), await ask('2001:db8:1:3::1')]).toEqual([
    200, 429, 200,
  ]);
});

it('a network past the rate limit of one call can still make others', async () => {
  const test = await open({ rates: { networkCall: { max: 2, seconds: 60 } } });
  const ask = async (url: string, remoteAddress = '192.0.2.1') =>
    (await test.app.inject({ url, remoteAddress })).statusCode;
  // One call, whatever its parameters.
  for (const status of [401, 401, 429]) expect(await ask(`/api/complaint/${crypto.randomUUID()}`)).toBe(status);
  expect(await ask('/api/portal')).toBe(200);
  expect(await ask(`/api/complaint/${crypto.randomUUID()}`, '192.0.2.2')).toBe(401);
});

it('a network past its limit still serves those who are signed in, each session by its own limit', async () => {
  const test = await open({ rates: { network: { max: 20, seconds: 60 }, session: { max: 5, seconds: 60 } } });
  const [one, other] = [await test.citizen(), await test.citizen()];
  for (let count = 0; count < 20; count += 1) await test.app.inject('/api/portal');
  expect((await test.app.inject('/api/portal')).statusCode).toBe(429);

  for (let count = 0; count < 5; count += 1) await one.call(getUser);

  expect(await failure(one.call(getUser))).toMatchObject({ status: 429 });
  await other.call(getUser);
});

it('made-up tokens count for their network', async () => {
  const test = await open({ rates: { network: { max: 2, seconds: 60 } } });
  const ask = async (token: string) =>
    (await test.app.inject({ url: '/api/users/get-details', headers: { authorization: `Bearer ${token}` } }))
      .statusCode;
  expect([await ask('x'.repeat(43)), await ask('y'.repeat(43)), await ask('z'.repeat(43))]).toEqual([401, 401, 429]);
});

it('all requests of a network have one limit, sessions included', async () => {
  const test = await open({ rates: { networkSessions: { max: 2, seconds: 60 } } });
  const citizen = await test.citizen();
  for (let count = 0; count < 2; count += 1) await citizen.call(getUser);
  expect(await failure(citizen.call(getUser))).toMatchObject({ status: 429 });
});

const strict = [
  ['complaints without an account', '/api/public/complaint', {}],
  ['wrong receipt codes', '/api/public/session', { trackingId: 'SDP-26-7F3K92', receiptCode: '1'.repeat(16) }],
] as const;

it.each(strict)('two servers count %s together, and no span begins anew with the hour', async (_, url, payload) => {
  const rate = { max: 2, seconds: 3600 };
  const test = await open({
    now: '2026-05-04T09:59:00Z',
    rates: { guestComplaints: rate, wrongReceiptCodes: rate },
  });
  const other = await test.rebuild({});
  const ask = async (app: FastifyInstance) =>
    (await app.inject({ method: 'POST', url, remoteAddress: '192.0.2.1', payload })).statusCode;
  expect([await ask(test.app), await ask(other), await ask(test.app)]).toEqual([
    expect.not.toBeOneOf([429]),
    expect.not.toBeOneOf([429]),
    429,
  ]);

  test.clock.advance(2 * 60_000);
  expect(await ask(other)).toBe(429);
  test.clock.advance(3_600_000);
  expect(await ask(other)).not.toBe(429);
  await other.close();
});

it('keys that hide networks are deleted after two hours, and are in no backup', async () => {
  const test = await open({ now: '2026-05-04T09:59:00Z' });
  const ask = () => test.app.inject({ method: 'POST', url: '/api/public/complaint', payload: {} });
  const count = async () => (await test.pool.query('select from network_key')).rowCount;
  await ask();
  await ask();
  expect(await count()).toBe(1);
  const { rows } = await test.pool.query(`select relpersistence from pg_class where relname = 'network_key'`);
  expect(rows).toEqual([{ relpersistence: 'u' }]);

  test.clock.advance(3 * 3_600_000);
  await test.cleanUp();
  expect(await count()).toBe(0);
});

it('a session past its rate limit does not slow others down', async () => {
  const test = await open({ rates: { session: { max: 3, seconds: 60 } } });
  const [one, other] = [await test.citizen(), await test.citizen()];
  for (let count = 0; count < 3; count += 1) await one.call(getUser);
  expect(await failure(one.call(getUser))).toMatchObject({ status: 429 });
  await other.call(getUser);
});

it.each(['/api/public/complaint', '/complain'])(
  'a network may file few complaints without an account at %s',
  async (url) => {
    const test = await open({ rates: { guestComplaints: { max: 2, seconds: 3600 } } });
    const ask = async (remoteAddress: string) =>
      (await test.app.inject({ method: 'POST', url, remoteAddress, payload: {} })).statusCode;
    const refused = await ask('192.0.2.1');
    expect(refused).toBeLessThan(429);
    expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.2')]).toEqual([refused, 429, refused]);
  },
);

it('the rate limits of networks start anew each hour', async () => {
  const test = await open({ rates: { network: { max: 1, seconds: 7200 } } });
  const ask = async () => (await test.app.inject('/api/portal')).statusCode;
  expect([await ask(), await ask()]).toEqual([200, 429]);
  test.clock.advance(3_600_000);
  expect(await ask()).toBe(200);
});

describe('the key of a network', () => {
  const test = sharedTestApp({ now: '2026-05-04T09:00:00Z' });

  /** Opens a server with the same settings and clock that responds with the caller's network key. */
  async function openKeys(): Promise<FastifyInstance> {
    const app = fastify();
    await registerLimits(app, test.services);
    app.get('/', async ({ networkKey }) => networkKey);
    return app;
  }
  const keyAt = async (app: FastifyInstance, remoteAddress = '203.0.113.77') =>
    (await app.inject({ url: '/', remoteAddress })).body;

  it('each network has its own key, which does not contain its address', async () => {
    const app = await openKeys();

    const key = await keyAt(app);

    expect(await keyAt(app)).toBe(key);
    expect(await keyAt(app, '203.0.113.78')).not.toBe(key);
    for (const text of [key, Buffer.from(key, 'base64').toString('latin1')]) expect(text).not.toContain('203.0');
  });

  it('servers with the same settings and clock have different keys for a network', async () => {
    const keys = await Promise.all([1, 2, 3].map(async () => keyAt(await openKeys())));
    expect(new Set(keys).size).toBe(3);
  });

  it('the key of a network changes each hour', async () => {
    const app = await openKeys();
    const key = await keyAt(app);

    test.clock.advance(3_599_999);
    expect(await keyAt(app)).toBe(key);
    test.clock.advance(1);
    expect(await keyAt(app)).not.toBe(key);
  });
});
