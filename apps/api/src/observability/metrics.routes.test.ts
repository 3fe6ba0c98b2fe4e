import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { freePort } from '../../test/support/server/server-process.ts';
import { serveMetrics } from './metrics-server.ts';
import { readSettings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('on the server itself', () => {
  it('answers somebody on the same computer, as Prometheus reads it', async () => {
    const { statusCode, headers, body } = await test.app.inject('/metrics');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatch(/^# TYPE baraza_http_requests_total counter$/m);
  });

  it.each([
    [{ 'x-forwarded-for': '127.0.0.1' }],
    [{ 'x-forwarded-proto': 'https' }],
    [{ 'X-Forwarded-Host': 'localhost' }],
    [{ forwarded: 'for=127.0.0.1' }],
    [{ via: '1.1 proxy' }],
  ])('is not there for what came through a proxy: %o', async (headers) => {
    const answer = await test.app.inject({ url: '/metrics', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['192.0.2.7', '10.0.0.1', '2001:db8::1', '::ffff:10.0.0.1'])('is not there for %s', async (remoteAddress) => {
    expect((await test.app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(404);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is there for %s', async (remoteAddress) => {
    expect((await test.app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200);
  });

  it.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '192.0.2.1' }],
    [{ METRICS_ADDRESS: '127.0.0.1:9464' }],
    [{ PUBLIC_URL: 'https://complaints.example.org' }],
    [{ TRUST_PROXY: 'loopback' }],
  ])('is not there at all with %o', async (environment) => {
    const settings = readSettings({ DATA_DIR: test.services.settings.dataDir, ...environment });
    const app = await test.rebuild({ settings });
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    await app.close();
  });
});

describe('at an address of its own', () => {
  const metrics = async () => 'one 1\n';

  it('answers metrics and nothing else', async () => {
    const port = await freePort();
    const close = await serveMetrics(metrics, { host: '127.0.0.1', port });
    const ask = async (path: string, method = 'GET') => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      return [answer.status, await answer.text()];
    };
    expect(await ask('/metrics')).toEqual([200, 'one 1\n']);
    expect(await ask('/metrics?name[]=one')).toEqual([200, 'one 1\n']);
    expect(await ask('/metrics', 'POST')).toEqual([405, '']);
    expect(await ask('/')).toEqual([404, '']);
    expect(await ask('/api/portal')).toEqual([404, '']);
    await close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('says in one line when the port is taken, or the address is not of this computer', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const taken = serveMetrics(metrics, { host: '127.0.0.1', port });
    await expect(taken).rejects.toThrow(
      new StartupError(`The port ${port} of 127.0.0.1 is in use. Set METRICS_ADDRESS to another one.`),
    );
    const foreign = serveMetrics(metrics, { host: '192.0.2.7', port });
    await expect(foreign).rejects.toThrow('This computer does not have the address 192.0.2.7. Check METRICS_ADDRESS.');
    await new Promise((resolve) => other.close(resolve));
  });
});
