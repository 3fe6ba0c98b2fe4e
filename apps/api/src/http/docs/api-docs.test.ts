import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../test/support/server/app.ts';

const api = sharedTestApp({ environment: { PRODUCT_NAME: '<Ask> & "Tell"' } });

/** Lists the addresses that a page loads from this server. */
const filesOf = (html: string) => [...html.matchAll(/(?:src|href)="([^"]+)"/gu)].map((match) => match[1] ?? '');

test('the API’s page of documentation loads everything from its own origin', async () => {
  const { statusCode, headers, body } = await api.app.inject('/api/docs');

  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const files = filesOf(body);
  expect(files.length).toBeGreaterThan(4);
  for (const url of files) expect([url, (await api.app.inject(url)).statusCode]).toEqual([url, 200]);
  const [shown, served] = [await api.app.inject('/api/docs/json'), await api.app.inject('/api/openapi.json')];
  expect(shown.json()).toEqual(served.json());
});

test('the API’s page of documentation has its own content policy and the other security headers', async () => {
  for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui-bundle.js']) {
    const { headers } = await api.app.inject(url);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      ),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  }
});

test('the content policy of the API’s page applies to no other reply', async () => {
  const { headers } = await api.app.inject('/api/openapi.json');

  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
});

test('the API’s page of documentation shows the name of the product as text', async () => {
  const { body } = await api.app.inject('/api/docs');

  expect(body).toContain('<title>&lt;Ask&gt; &amp; &quot;Tell&quot; API</title>');
});
