import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ringPaths } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';

let test: TestApp;
let app: FastifyInstance;
let folder: string;
const script = 'console.log("portal")';

async function build(name: string): Promise<string> {
  const root = path.join(folder, name);
  await mkdir(path.join(root, 'assets'), { recursive: true });
  await writeFile(path.join(root, 'index.html'), `<title>${name}</title>`);
  await writeFile(path.join(root, 'assets/app-3f9a.js'), script);
  await writeFile(path.join(root, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(root, 'icon.svg.br'), brotliCompressSync('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await writeFile(path.join(root, 'assets/app-3f9a.css'), 'p { color: teal }');
  await writeFile(path.join(root, 'assets/app-3f9a.js.br'), brotliCompressSync(script));
  return root;
}

beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-apps-'));
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  app = await test.rebuild({}, { web: await build('web'), desk: await build('desk') });
});
afterAll(async () => {
  await app.close();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the apps', () => {
  it.each([
    ['/', 'web'],
    ['/index.html', 'web'],
    ['/app/complaint/all-complaint', 'web'],
    ['/app/history/Processing?x=1', 'web'],
    ['/desk/', 'desk'],
    ['/desk/complaint/5', 'desk'],
    ['/deskless', 'web'],
  ])('the address %s opens the app of %s and is revalidated each time', async (url, name) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body]).toEqual([200, `<title>${name}</title>`]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  });

  it('/desk redirects to /desk/', async () => {
    const answer = await app.inject('/desk');
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/desk/']);
  });

  it.each(['/assets/app-3f9a.js', '/desk/assets/app-3f9a.js'])(
    'the file %s of an app is cached for good and sent compressed',
    async (url) => {
      const answer = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        'content-type': expect.stringMatching(/^(text|application).javascript/),
        'x-content-type-options': 'nosniff',
      });
      expect(answer.rawPayload).toEqual(brotliCompressSync(script));
      expect((await app.inject(url)).body).toBe(script);
    },
  );

  it.each([
    ['/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/desk/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/assets/app-3f9a.css', 'text/css; charset=utf-8'],
    ['/assets/app-3f9a.js', expect.stringMatching(/^(text|application).javascript; charset=utf-8$/)],
  ])('the file %s of an app has its content type and charset', async (url, type) => {
    expect((await app.inject(url)).headers['content-type']).toEqual(type);
    const compressed = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers['content-type']).toEqual(type);
  });

  it.each([
    '/assets/gone.js',
    '/favicon.png',
    '/api/nothing',
    '/api',
    '/health',
    '/health/other',
    '/metrics/cpu',
    '/.env',
    '/assets/.hidden',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/desk/..%2f..%2fsecret.txt',
    '/assets/%00.js',
    '//secret.txt',
  ])('the address %s beside the apps gets 404', async (url) => {
    const answer = await app.inject(url);
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('secret');
    expect(answer.json()).toHaveProperty('message');
  });

  it('a POST does not open an app', async () => {
    expect((await app.inject({ method: 'POST', url: '/login', payload: {} })).statusCode).toBe(404);
  });
});

it('the landing screen holds the ring of the newest month, and a date before there is one', async () => {
  const page = async () => {
    const web = await build('landing');
    const landing = '<!--figure-->%CONFIRMED% in %MONTH% <path d="%SAID%">\n<!--no-figure-->%NUMBERS_DAY%<!--end-->';
    await writeFile(path.join(web, 'index.html'), landing);
    const fresh = await test.rebuild({}, { web, desk: undefined });
    const { body } = await fresh.inject('/');
    await fresh.close();
    return body;
  };
  expect(await page()).toMatch(/^5 [A-Z][a-z]+ 20\d\d$/u);
  const counts = { received: 100, due: 100, kept: 60, reopened: 5, resolved: 100 };
  const agency = { ...counts, name: 'Water Board', answers: { yes: 45, no: 30 } };
  const numbers = { month: '2026-04', publishedAt: '2026-05-05T00:00:00.000Z', total: counts, agencies: [agency] };
  await test.pool.query('insert into public_numbers values ($1, $2, true)', [numbers.month, numbers]);
  expect(await page()).toContain(`60 in April 2026 <path d="${ringPaths(60).said}">`);
});

it('the server does not start with a route without declared access', async () => {
  const fresh = await test.rebuild({});
  expect(() => fresh.get('/api/open', () => 'x')).toThrow('The route GET /api/open does not declare who may call it.');
  await fresh.close();
});
