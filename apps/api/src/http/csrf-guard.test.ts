import * as contract from '@baraza/contract';
import type { Endpoint } from '@baraza/contract/core/endpoint';
import { describe, expect, it } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';

const test = sharedTestApp();

const isEndpoint = (it: unknown): it is Endpoint =>
  typeof it === 'object' && it !== null && 'method' in it && 'path' in it;
const all: readonly unknown[] = Object.values(contract);
const changing = all.filter(isEndpoint).filter(({ method }) => method !== 'GET' && method !== 'HEAD');

describe('requests from other sites', () => {
  it.each(['cross-site', 'same-site'])('a page of another site cannot change anything: %s', async (site) => {
    expect(changing.length).toBeGreaterThan(40);
    for (const { method, path } of changing) {
      const url = `/api${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`;
      const answer = await test.app.inject({ method, url, headers: { 'sec-fetch-site': site } });
      expect([answer.statusCode, method, path]).toEqual([403, method, path]);
    }
  });

  it.each([
    ['cross-site', 403, 0],
    ['same-origin', 201, 1],
    [undefined, 201, 1],
  ])('a registration with sec-fetch-site: %s gets %i', async (site, status, mails) => {
    const email = `form${status}${site ?? ''}@home.example`;
    const words = {
      first_name: 'Ada',
      last_name: 'Obi',
      email,
      password: 'a stranger knows',
      confirmPassword: 'a stranger knows',
    };
    const payload = new FormData();
    for (const [name, value] of Object.entries(words)) payload.append(name, value);
    const headers = site === undefined ? {} : { 'sec-fetch-site': site };
    const answer = await test.app.inject({ method: 'POST', url: '/api/register', payload, headers });
    expect([answer.statusCode, answer.cookies.length]).toEqual([status, mails]);
    expect((await test.outbox()).filter((mail) => mail.to === email)).toHaveLength(mails);
  });

  it.each([
    ['https://evil.example', 403],
    ['http://localhost:1', 403],
    ['http://localhost:80', 200],
    ['null', 403],
    [undefined, 200],
  ])('a request with the origin %s and without sec-fetch-site gets %i', async (origin, status) => {
    const headers = origin === undefined ? {} : { origin };
    const payload = { email: `origin${status}${crypto.randomUUID()}@home.example` };
    const answer = await test.app.inject({ method: 'POST', url: '/api/forgot-password', payload, headers });
    expect(answer.statusCode).toBe(status);
    const modern = { ...headers, 'sec-fetch-site': 'same-origin' };
    const other = { email: `modern${crypto.randomUUID()}@home.example` };
    expect(
      (await test.app.inject({ method: 'POST', url: '/api/forgot-password', payload: other, headers: modern }))
        .statusCode,
    ).toBe(200);
  });

  it('requests from the portal’s own address are accepted, whatever host a proxy names', async () => {
    const headers = { host: '10.0.0.7:3000', origin: new URL(test.services.settings.publicUrl).origin };
    const payload = { email: `proxy${crypto.randomUUID()}@home.example` };
    const answer = await test.app.inject({ method: 'POST', url: '/api/forgot-password', payload, headers });
    expect(answer.statusCode).toBe(200);
  });
});
