import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** An answer by its address, redirections followed. */
async function get(url: string): Promise<{ statusCode: number; body: string; url: string }> {
  const { statusCode, body, headers } = await test.app.inject(url);
  const { location } = headers;
  return location ? get(new URL(location, `http://portal.example${url}`).pathname) : { statusCode, body, url };
}

it('the address that people are told leads to the documentation, which finds all that it needs', async () => {
  const page = await get('/api/docs');
  expect(page).toMatchObject({ statusCode: 200 });
  const needed = [...page.body.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/gu)].map((match) => match[1] ?? '');
  expect(needed.length).toBeGreaterThan(2);
  for (const address of needed) {
    const { pathname } = new URL(address, `http://portal.example${page.url}`);
    expect([pathname, (await get(pathname)).statusCode]).toEqual([pathname, 200]);
  }
});

it('the page shows the document that others read, and no copy of it', async () => {
  const { body } = await get('/api/docs/static/swagger-initializer.js');
  expect(body).toContain("'/api/openapi.json'");
  expect(body).not.toContain('./json');
});
