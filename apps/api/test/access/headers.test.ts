import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { submitComplaint } from '@baraza/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../support/server/app.ts';
import { createScene } from '../support/complaints.ts';
import { photo } from '../support/media.ts';
import { accessTable } from './access-table.ts';
import { sendRaw } from '../support/server/raw-http.ts';

/*
 * Headers of every kind of reply: successes, refusals, faults of the server, files, pages.
 */

let folder: string;
let plain: Portal;
let secure: Portal;

interface Portal {
  readonly test: TestApp;
  readonly app: FastifyInstance;
  /** The same server with a clock that fails. */
  readonly broken: FastifyInstance;
  readonly citizen: Person;
  readonly port: number;
  readonly file: string;
}

async function open(environment: Record<string, string>): Promise<Portal> {
  const test = await createTestApp({ environment, rates: { login: { max: 1, seconds: 60 } } });
  const folders = { web: path.join(folder, 'web'), desk: path.join(folder, 'desk') };
  const app = await test.rebuild({}, folders);
  let isBroken = false;
  const now = () => {
    if (isBroken) throw new TypeError('the clock is broken');
    return new Date();
  };
  const broken = await test.rebuild({ clock: { now } }, folders);
  isBroken = true;
  const scene = await createScene(test);
  const files = { files: [await photo()] };
  const { attachments } = await scene.citizen.call(submitComplaint, { form: scene.fields(), files });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { test, app, broken, citizen: scene.citizen, port, file: attachments[0]?.filePath ?? '' };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-headers-'));
  for (const name of ['web', 'desk']) {
    await mkdir(path.join(folder, name, 'assets'), { recursive: true });
    await writeFile(path.join(folder, name, 'index.html'), `<title>${name}</title>`);
    await writeFile(path.join(folder, name, 'assets/app-1.js'), 'export {};');
  }
  plain = await open({});
  secure = await open({ PUBLIC_URL: 'https://complaints.example.org' });
});
afterAll(async () => {
  for (const { test, app, broken } of [plain, secure]) {
    await app.close();
    await broken.close();
    await test.close();
  }
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

const post = (payload: string, more: InjectOptions = {}): InjectOptions => ({
  method: 'POST',
  url: '/api/login',
  headers: { 'content-type': 'application/json' },
  payload,
  ...more,
});
const login = JSON.stringify({ email: 'a@home.example', password: 'x'.repeat(9), type: 'user' });
const inject = (options: InjectOptions | string) => (portal: Portal) => portal.app.inject(options);
const signed = (url: string) => (portal: Portal) =>
  portal.app.inject({ url, headers: { authorization: `Bearer ${portal.citizen.token}` } });
const file =
  (headers: Record<string, string> = {}, query = '') =>
  (portal: Portal) =>
    portal.app.inject({ url: `${portal.file}${query}`, headers });

/** Sends raw bytes and parses the reply. */
const raw = (bytes: string) => async (portal: Portal) => {
  const [head = ''] = (await sendRaw(portal.port, bytes, { end: true })).split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ').slice(1).join(': ')]);
  return { statusCode: Number(status.split(' ')[1]), headers: Object.fromEntries(headers) as Answer['headers'] };
};

type Kind = 'call' | 'data' | 'file' | 'page' | 'bare';
const answers: [what: string, kind: Kind, status: number, ask: (portal: Portal) => Promise<Answer>][] = [
  ['a success', 'call', 200, inject('/api/portal')],
  ['a personal call', 'call', 200, signed('/api/users/get-details')],
  ['a personal call at an address with another encoding', 'call', 200, signed('/%61pi/users/get-details')],
  [
    'a personal call in absolute form through a proxy',
    'call',
    200,
    (portal) =>
      raw(
        `GET http://x/api/users/get-details HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${portal.citizen.token}\r\n\r\n`,
      )(portal),
  ],
  [
    'a creation',
    'call',
    201,
    (portal) => portal.app.inject({ method: 'POST', url: '/api/register', payload: registration() }),
  ],
  [
    'a request for an unchanged file',
    'file',
    304,
    async (portal) => file({ 'if-none-match': String((await file()(portal)).headers['etag']) })(portal),
  ],
  ['a fault of the client', 'call', 400, inject(post('{'))],
  ['a call without a session', 'call', 401, inject('/api/users/info')],
  ['a call by the wrong role', 'call', 403, signed('/api/desk/staff')],
  ['a call that does not exist', 'call', 404, inject('/api/nothing')],
  ['a complaint that does not exist', 'call', 404, signed(`/api/complaint/${crypto.randomUUID()}`)],
  ['a call with another method', 'call', 405, inject({ method: 'DELETE', url: '/api/portal' })],
  ['a body that is too large', 'call', 413, inject(post(`"${'x'.repeat(300_000)}"`))],
  ['a body of another type', 'call', 415, inject(post('<x/>', { headers: { 'content-type': 'application/xml' } }))],
  [
    'too many tries',
    'call',
    429,
    async (portal) => (await portal.app.inject(post(login)), portal.app.inject(post(login))),
  ],
  ['a fault of the server', 'call', 500, (portal) => portal.broken.inject(post(login))],
  ['a fault of the server with a file', 'file', 500, (portal) => portal.broken.inject(portal.file)],
  ['the health check', 'call', 200, inject('/health/ready')],
  ['the OpenAPI document', 'data', 200, inject('/api/openapi.json')],
  ['a file', 'file', 200, file()],
  ['a part of a file', 'file', 206, file({ range: 'bytes=0-3' })],
  ['a part that is not there', 'file', 416, file({ range: 'bytes=99999999-' })],
  ['a file that was not signed for', 'file', 404, file({}, 'x')],
  ['the portal', 'page', 200, inject('/')],
  ['a page of the portal', 'page', 200, inject('/app/complaint/all-complaint')],
  ['a script of the portal', 'page', 200, inject('/assets/app-1.js')],
  ['the desk', 'page', 200, inject('/desk/')],
  ['the redirect to the desk', 'page', 301, inject('/desk')],
  ['a missing script', 'page', 404, inject('/assets/gone.js')],
  ['a page requested with another method', 'page', 404, inject({ method: 'POST', url: '/login' })],
  ['an address that cannot be read', 'bare', 400, inject('/api/%E0%A4%A')],
  ['an address that is too long', 'call', 404, inject(`/api/complaint/${'x'.repeat(500)}`)],
  [
    'a body with two transfer encodings',
    'call',
    400,
    raw(
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
  ],
  [
    'chunks in HTTP/1.0',
    'call',
    400,
    raw(
      'POST /api/login HTTP/1.0\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
  ],
  ['a request with two hosts', 'call', 400, raw('GET /api/portal HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n')],
  ['a hidden file', 'page', 404, inject('/.git/HEAD')],
];

let count = 0;
function registration(): FormData {
  count += 1;
  const password = 'seven green lamps';
  const form = new FormData();
  const fields = { first_name: 'Ada', last_name: 'Obi', email: `headers${count}@home.example`, password };
  for (const [name, value] of Object.entries({ ...fields, confirmPassword: password })) form.append(name, value);
  return form;
}

const policies: Record<Kind, RegExp[]> = {
  call: [/script-src 'self'(;|$)/, /require-trusted-types-for 'script'/, /trusted-types dompurify/],
  data: [/script-src 'self'(;|$)/],
  page: [/script-src 'self'(;|$)/, /style-src 'self'(;|$)/, /require-trusted-types-for 'script'/],
  file: [/(^|; ?)sandbox(;|$)/],
  bare: [],
};

describe.each(answers)('the reply to %s', (name, kind, status, ask) => {
  it(`the reply to ${name} has the security headers`, async () => {
    const { statusCode, headers } = await ask(plain);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(), geolocation=(self), payment=(), usb=(), microphone=(self)',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': kind === 'data' ? 'cross-origin' : 'same-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    const policy = String(headers['content-security-policy']);
    for (const part of [/default-src 'none'/, /frame-ancestors 'none'/, ...policies[kind]])
      expect(policy).toMatch(part);
    expect(policy).not.toMatch(/unsafe-|script-src[^;]*(\*|http|data:)/);
  });

  it(`the reply to ${name} requires HTTPS only on a portal served over HTTPS`, async () => {
    expect((await ask(plain)).headers).not.toHaveProperty('strict-transport-security');
    const { headers } = await ask(secure);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

it.each(answers.filter(([, kind]) => kind !== 'page'))(
  'the reply to %s is not cached',
  async (_, _kind, _status, ask) => {
    expect((await ask(secure)).headers['cache-control']).toBe('no-store');
  },
);

/** Text types, which need a charset. */
const written = /^(text\/|application\/(json|javascript|xml)|.*\+(xml|json))/u;

it('every reply names its content type, and every text its charset', async () => {
  const found: [what: string, type: string][] = [];
  for (const [what, , status, ask] of answers.filter(([, , it]) => it !== 301 && it !== 304))
    found.push([`${what} ${status}`, String((await ask(plain)).headers['content-type'])]);
  expect(found.filter(([, type]) => !/^[a-z]+\/[a-z]/u.test(type))).toEqual([]);
  const words = found.filter(([, type]) => written.test(type));
  expect(words.length).toBeGreaterThan(25);
  expect(words.filter(([, type]) => !type.endsWith('; charset=utf-8'))).toEqual([]);
});

it('no reply but open data permits another site to read it', async () => {
  for (const [what, , , ask] of answers.filter(([, kind]) => kind !== 'data')) {
    const names = Object.keys((await ask(secure)).headers).filter((name) => name.startsWith('access-control'));
    expect({ what, names }).toEqual({ what, names: [] });
  }
});

it('a fault of the server reveals nothing of its cause', async () => {
  const { body } = await plain.broken.inject(post(login));
  expect(JSON.parse(body)).toEqual({
    message: 'Something went wrong on our side. Nothing was saved. Please try again.',
    code: 'INTERNAL',
  });
});

describe('public data', () => {
  const code = crypto.randomUUID();
  const data = [
    '/data.json',
    '/data/complaints.csv',
    '/data/complaints.csv-metadata.json',
    '/data/areas.csv',
    '/data/areas.csv-metadata.json',
    '/data/holidays.ics',
    '/api/openapi.json',
    '/open311/discovery.xml',
    '/open311/v2/services.json',
  ];

  it.each([...data, '/health/live', '/health/ready'])('HEAD %s answers as GET does, without a body', async (url) => {
    const [get, head] = [await plain.app.inject(url), await plain.app.inject({ method: 'HEAD', url })];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });

  it.each(data)('a page of any site may read %s, without cookies', async (url) => {
    const { headers } = await raw(`GET ${url} HTTP/1.0\r\nhost: x\r\norigin: https://map.example\r\n\r\n`)(plain);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('no page of another site may read anything else', async () => {
    const open = [...data, `/open311/v2/services/${code}.json`];
    const read = new Set<string>();
    for (const { method, url } of accessTable) {
      const asked = url.replace('services/:code', `services/${code}`).replace('discovery.:format', 'discovery.xml');
      const path = asked.replace(':format', 'json').replaceAll(/:\w+|\*/gu, code);
      const { headers } = await plain.app.inject({ method: method as 'GET', url: path });
      const isOurs = headers['cross-origin-resource-policy'] === 'same-origin';
      if ('access-control-allow-origin' in headers || !isOurs) read.add(path);
    }
    expect([...read].toSorted()).toEqual(open.toSorted());
  });
});

describe('another method', () => {
  it.each([
    ['DELETE', '/api/portal', 'GET'],
    ['GET', '/api/login', 'POST'],
    ['PUT', '/api/complaint', 'GET, POST'],
    ['OPTIONS', '/api/desk/staff', 'GET, PATCH, POST'],
    ['HEAD', '/api/notification/mark-as-read/5', 'GET, PUT'],
    ['POST', '/health/live', 'GET, HEAD'],
  ] as const)('the call %s %s gets 405 with the allowed methods', async (method, url, allow) => {
    const { statusCode, headers } = await plain.app.inject({ method, url });
    expect([statusCode, headers['allow']]).toEqual([405, allow]);
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/complaint/1/2/3', '/metrics/cpu', '/api/__proto__'])(
    'an unknown address %s gets 404 for any method',
    async (url) => {
      const { statusCode, headers } = await plain.app.inject({ method: 'PATCH', url });
      expect([statusCode, headers['allow']]).toEqual([404, undefined]);
    },
  );
});

it('TRACE is refused', async () => {
  const answer = await raw('TRACE / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer secret\r\n\r\n')(plain);
  expect([400, 404, 405]).toContain(answer.statusCode);
});
