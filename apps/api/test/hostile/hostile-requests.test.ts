import { readdir } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../src/files/temp-files.ts';
import { escaped } from './half-characters.ts';
import { boundary, formBytes, type SoundParts, soundParts } from './fuzz-requests.ts';
import { createFuzzWorld, type FuzzWorld } from './fuzz-world.ts';
import { type OpenApiDocument, type Operation, operationsOf } from '../support/openapi.ts';
import { sendRaw } from '../support/server/raw-http.ts';

/*
 * Requests made to hurt: each field of each call, sizes, types, half requests.
 */

let world: FuzzWorld;
let operations: Operation[];
let port: number;
beforeAll(async () => {
  world = await createFuzzWorld();
  const { app } = world.test;
  operations = operationsOf((await app.inject('/api/openapi.json')).json<OpenApiDocument>());
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => world.test.close());

const scratch = () => readdir(tempFolder(world.test.services.settings.dataDir));
const tokenFor = (operation: Operation) => world.tokensFor(operation).find((token) => token !== undefined);

/** Sends a call with these parts; `json` writes values that JSON cannot express. */
async function send(
  operation: Operation,
  { path, query, body }: SoundParts,
  encode: (text: string) => string = encodeURIComponent,
) {
  const place = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(String(path[name])));
  const search = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encode(String(value))}`);
  const isForm = operation.body?.type === 'multipart/form-data';
  const type = isForm ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  const answer = await world.test.app.inject({
    method: operation.method as 'GET',
    url: `${place}?${search.join('&')}`,
    headers: { authorization: `Bearer ${tokenFor(operation)}`, ...(operation.body && { 'content-type': type }) },
    ...(operation.body && { payload: isForm ? formBytes(body) : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.body };
}

/** Makes a request for each field of a call and each value that replaces it. */
async function withEach(valuesFor: (field: number) => readonly unknown[], encode?: (text: string) => string) {
  let field = 0;
  const found: { where: string; status: number; body: string }[] = [];
  for (const operation of operations.filter(({ path }) => path !== '/api/logout' && !path.endsWith('/stream'))) {
    const [sound] = fc.sample(soundParts(operation, world), { numRuns: 1, seed: 7 }) as [SoundParts];
    const names = {
      path: operation.parameters.filter((it) => it.in === 'path').map((it) => it.name),
      query: operation.parameters.filter((it) => it.in === 'query').map((it) => it.name),
      body: Object.keys(operation.body?.schema.properties ?? {}),
    };
    for (const part of ['path', 'query', 'body'] as const) {
      for (const name of names[part]) {
        field += 1;
        for (const value of valuesFor(field)) {
          const odd = { ...sound, [part]: { ...sound[part], [name]: value } };
          const where = `${operation.method} ${operation.path} ${part} ${name} ${JSON.stringify(value).slice(0, 40)}`;
          found.push({ where, ...(await send(operation, odd, encode)) });
        }
      }
    }
  }
  expect(found.length).toBeGreaterThan(100);
  return found;
}

describe('in every field of every call', () => {
  it('a NUL character is refused in every field of every call', async () => {
    const answers = await withEach(() => ['a\0b']);
    expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
  });

  it('half of a surrogate pair is refused in every field of every call', async () => {
    // In an address and in a form they are invalid UTF-8.
    const answers = await withEach(() => ['x\ud800'], escaped);
    expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
  });

  it('an odd value in any field causes no fault of the server', async () => {
    const values = [
      'x'.repeat(30_000),
      ['a', 'b'],
      { a: 1 },
      { length: 8, charAt: 0 },
      1e308,
      true,
      null,
      "' or 1=1; --",
      '%_\\',
      '__proto__',
      'a\r\nBcc: x@y.example\r\n\r\nb',
      '\u202Eab\u2066',
    ];
    // Each field gets two of the values; `npm run test:full` gives each field all.
    const some = (field: number) => values.filter((_, at) => at % 6 === field % 6);

    const answers = await withEach(process.env['WHOLE_WALK'] ? () => values : some);

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('size and shape', () => {
  const login = (payload: string | Buffer, type = 'application/json') =>
    world.test.app.inject({ method: 'POST', url: '/api/login', headers: { 'content-type': type }, payload });

  it('10 MB of JSON are refused by every call that takes JSON', async () => {
    const payload = Buffer.from(`{"email":"${'x'.repeat(10 * 1024 * 1024)}"}`);
    const calls = operations.filter((it) => it.body?.type === 'application/json');
    expect(calls.length).toBeGreaterThan(10);
    for (const { method, path } of calls) {
      const token = tokenFor({ method, path } as Operation);
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const url = path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
      const { statusCode } = await world.test.app.inject({ method: method as 'POST', url, headers, payload });
      expect([path, statusCode]).toEqual([path, 413]);
    }
  });

  it('10 MB of JSON over a real connection are refused before they are read in full', async () => {
    const length = 10 * 1024 * 1024;
    const head = `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
    expect(await sendRaw(port, head, { waitFor: 'PAYLOAD_TOO_LARGE' })).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([250, 1_000, 2_500])(
    'a request with %i headers is refused, and no header is silently dropped',
    async (count) => {
      const lines = `GET /api/portal HTTP/1.1\r\nhost: x\r\n${'a:b\r\n'.repeat(count)}x-last: 1\r\n\r\n`;
      expect(await sendRaw(port, lines, { end: true })).toMatch(/^HTTP\/1\.1 4\d\d /);
    },
  );

  it('a request with a hundred headers is accepted', async () => {
    const lines = `GET /api/portal HTTP/1.1\r\nhost: x\r\n${'a:b\r\n'.repeat(100)}\r\n`;
    expect(await sendRaw(port, lines, { end: true })).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '1}'],
  ])('JSON with %s nested 20,000 deep is refused', async (_, open, close) => {
    const deep = `${open.repeat(20_000)}${close === ']' ? '' : '1'}${close.replace('1', '').repeat(20_000)}`;
    for (const payload of [
      deep,
      `{"email":${deep}}`,
      `{"email":"a@b.example","password":"x","type":"user","more":${deep}}`,
    ]) {
      expect((await login(payload)).statusCode).toBe(400);
    }
  });

  it.each([
    '{"__proto__":{"type":"mda"},"email":"a@b.example"}',
    '{"constructor":{"prototype":{"role":"administrator"}},"email":"a@b.example","password":"x","type":"user"}',
    '{"email":{"__proto__":{"x":1}},"password":"x","type":"user"}',
    '{"email":"a@b.example","email":{"$ne":null},"password":"x","type":"user"}',
    '{"email":["a@b.example"],"password":["x"],"type":["user"]}',
  ])('the request body %s changes no prototype', async (payload) => {
    expect([400, 401]).toContain((await login(payload)).statusCode);
    expect(({} as Record<string, unknown>)['role']).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

/** CVE-2025-32442, CVE-2026-25223 and CVE-2026-33806: a body of an oddly spelled type was not checked. */
describe('no spelling of the type carries a body past the check', () => {
  const spellings = [
    'application/json ; x',
    'application/json ;charset=utf-8',
    'application/json;',
    'application/json; ',
    'application/json\t',
    'application/json\t; x=y',
    'application/json\tx',
    ' application/json',
    '\tapplication/json',
    'APPLICATION/JSON',
    'Application/Json; Charset=UTF-8',
    'application/json,application/json',
    'application/json; boundary=x, multipart/form-data',
    'application/jsonx',
    'application/vnd.api+json',
    'text/json',
    '*/*',
  ];
  const bad: [path: string, method: 'POST' | 'PUT' | 'PATCH', body: object][] = [
    ['/api/login', 'POST', { email: 'no address', password: '', type: 5 }],
    ['/api/desk/staff', 'POST', { first_name: '', last_name: '', email: 'x', role: 'emperor' }],
    ['/api/desk/staff', 'PATCH', { id: 'x', role: 'emperor' }],
    ['/api/survey', 'POST', { rating: 99, description: '', complaint: 'x' }],
    ['/api/complaint/withdraw-complaint', 'PUT', { id: { toString: 'x' } }],
    ['/api/reset-password', 'PUT', { otp: 1, password: 'x', confirmPassword: 'x' }],
  ];

  it.each(spellings)('the content type %j does not bypass the check of the body', async (type) => {
    for (const [url, method, body] of bad) {
      const authorization = `Bearer ${tokenFor({ method, path: url } as Operation)}`;
      const payload = JSON.stringify(body);
      const head = `${method} ${url} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type:${type}\r\n`;
      const raw = await sendRaw(port, `${head}content-length: ${payload.length}\r\n\r\n${payload}`, { end: true });
      const injected = await world.test.app.inject({
        method,
        url,
        payload,
        headers: { authorization, 'content-type': type },
      });
      expect([400, 415]).toContain(injected.statusCode);
      expect(raw).toMatch(/^HTTP\/1\.1 4(00|15) /);
    }
  });

  it.each(['application/json ;charset=utf-8', 'APPLICATION/JSON', 'application/json\t; x=y'])(
    'a valid body with the content type %j is either read whole or refused',
    async (type) => {
      const { email, password } = { email: 'nobody@home.example', password: 'seven green lamps' };
      const payload = JSON.stringify({ email, password, type: 'user' });
      const answer = await world.test.app.inject({
        method: 'POST',
        url: '/api/login',
        payload,
        headers: { 'content-type': type },
      });
      expect([401, 415]).toContain(answer.statusCode);
    },
  );
});

/** CVE-2025-24033: aborted requests left temporary files. */
describe('an upload that its sender gives up', () => {
  const partHead = (name: string) =>
    `--bb\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;

  async function onFatal(bytes: Buffer, length: number, chunked: boolean): Promise<void> {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const size = chunked ? 'transfer-encoding: chunked' : `content-length: ${length}`;
    const head = `POST /api/complaint HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${world.tokens[1]}\r\ncontent-type: multipart/form-data; boundary=bb\r\n${size}\r\n\r\n`;
    socket.write(head);
    socket.write(
      chunked ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) : bytes,
    );
    await sleep(20);
    if (length % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }

  it('an aborted upload leaves nothing behind, wherever it was cut', async () => {
    const stored = () => Array.fromAsync(world.test.services.files.keysBefore(new Date(Date.now() + 60_000)));
    const before = await stored();
    const picture = Buffer.alloc(40_000, 'x');
    const whole = Buffer.concat([
      Buffer.from(partHead('files')),
      picture,
      Buffer.from(`\r\n${partHead('files')}`),
      picture,
      Buffer.from(`\r\n${partHead('audio')}`),
      picture,
      Buffer.from('\r\n--bb--\r\n'),
    ]);
    const places = Array.from({ length: 40 }, (_, index) => Math.floor((whole.length * index) / 40));
    await Promise.all(places.map((at, index) => onFatal(whole.subarray(0, at), whole.length + index, index % 3 === 0)));
    await expect.poll(scratch, { timeout: 10_000 }).toEqual([]);
    expect(await stored()).toEqual(before);
  });
});
