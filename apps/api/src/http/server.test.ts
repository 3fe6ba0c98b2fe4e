import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type net from 'node:net';
import * as contract from '@baraza/contract';
import { createClient } from '@baraza/contract/core/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../test/support/server/app.ts';
import { photo } from '../../test/support/media.ts';
import { sendRaw } from '../../test/support/server/raw-http.ts';
import { handleError } from './error-handler.ts';
import { tempFolder } from '../files/temp-files.ts';

let test: TestApp;
let citizen: Person;
let port: number;
beforeAll(async () => {
  test = await createTestApp();
  citizen = await test.citizen();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

const tempFiles = () => readdir(tempFolder(test.services.settings.dataDir));
const post = (payload: string | Buffer, type: string | undefined, url = '/api/login') =>
  test.app.inject({ method: 'POST', url, payload, headers: type === undefined ? {} : { 'content-type': type } });
const login = JSON.stringify({ email: 'a@home.example', password: 'x'.repeat(9), type: 'user' });

describe('every reply', () => {
  const answers: [string, () => Promise<{ headers: Record<string, unknown>; statusCode: number }>, number][] = [
    ['a success', () => test.app.inject('/api/portal'), 200],
    ['a call that does not exist', () => test.app.inject('/api/nothing'), 404],
    ['a page that does not exist', () => test.app.inject('/nothing.php'), 404],
    ['an address that cannot be read', () => test.app.inject('/api/%E0%A4%A'), 400],
    ['an address that is too long', () => test.app.inject(`/api/complaint/${'x'.repeat(500)}`), 400],
    ['nobody', () => test.app.inject('/api/users/info'), 401],
    ['too much', () => post(`"${'x'.repeat(300_000)}"`, 'application/json'), 413],
    ['another type', () => post('<x/>', 'application/xml'), 415],
    ['a health check', () => test.app.inject('/health/ready'), 200],
    ['the OpenAPI document', () => test.app.inject('/api/openapi.json'), 200],
  ];
  it.each(answers)('the reply to %s has the security headers', async (what, ask, status) => {
    const { headers, statusCode } = await ask();
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': what === 'the OpenAPI document' ? 'cross-origin' : 'same-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it.each(['/api/portal', '/api/nothing', '/api/users/info', '/api/%E0%A4%A', '/health/live'])(
    'the reply to %s is not cached',
    async (url) => {
      expect((await test.app.inject(url)).headers['cache-control']).toBe('no-store');
    },
  );

  it('a part of a page repeats none of its policy; a worker, which has its own, gets all of it', async () => {
    const policyOf = async (dest: string) => {
      const { headers } = await test.app.inject({ url: '/assets/none.js', headers: { 'sec-fetch-dest': dest } });
      return headers['content-security-policy'];
    };
    expect(await policyOf('script')).toBe("default-src 'none'");
    for (const dest of ['worker', 'serviceworker', 'document', 'iframe'])
      expect(await policyOf(dest)).toContain("script-src 'self'");
  });

  it('every reply has the content policy that runs only the apps', async () => {
    const { headers } = await test.app.inject('/api/portal');
    expect(String(headers['content-security-policy']).split(';').toSorted()).toEqual(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types dompurify service-worker',
      ].toSorted(),
    );
  });

  it('every reply has the request ID that the log shows', async () => {
    expect((await test.app.inject('/api/portal')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('unreadable input gets a 4xx', () => {
  const bodies: [string, string | Buffer, string | undefined, number][] = [
    ['no JSON', '{"email":', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['a word', '"x"', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['a prototype', '{"__proto__":{"role":"administrator"}}', 'application/json', 400],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}', 'application/json', 400],
    ['a NUL', JSON.stringify({ email: 'a\0b@home.example', password: 'x', type: 'user' }), 'application/json', 400],
    ['half a character', '{"email":"a@home.example","password":"\\ud800","type":"user"}', 'application/json', 400],
    ['a number for a text', '{"email":5,"password":{},"type":["user"]}', 'application/json', 400],
    // Valid but for one byte: otherwise it would be a refused sign-in.
    ['bytes that are no UTF-8', Buffer.from(login.replace('xxx', 'x\xffx'), 'latin1'), 'application/json', 400],
    ['a character cut in two', Buffer.from(login.replace('xxx', 'x\xc3x'), 'latin1'), 'application/json', 400],
    ['a byte order mark before it', `\ufeff${login}`, 'application/json', 401],
    ['deep nesting', `{"a":${'['.repeat(9000)}${']'.repeat(9000)}}`, 'application/json', 400],
    ['a form', login, 'application/x-www-form-urlencoded', 415],
    ['a plain text', login, 'text/plain', 415],
    ['no type at all', login, undefined, 415],
    ['a type of nonsense', login, 'json', 415],
    ['a multipart body', '--x--', 'multipart/form-data; boundary=x', 415],
  ];
  it.each(bodies)('an unreadable request body gets a 4xx with a message: %s', async (_, payload, type, status) => {
    const answer = await post(payload, type);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
    expect(answer.json()).toMatchObject({
      message: expect.stringMatching(/\w/),
      code: expect.stringMatching(/^[A-Z_]+$/),
    });
  });

  it.each([
    '/api/complaint?q=a%00b',
    '/api/complaint?q=a&q=b',
    '/api/complaint?limit=0',
    '/api/complaint?limit=ten',
    '/api/complaint?cursor=x',
    '/api/complaint/not-an-id',
    '/api/complaint/%00',
    '/api/notification?limit=101',
  ])('the address %s gets 400 with a message', async (url) => {
    const answer = await test.app.inject({ url, headers: { authorization: `Bearer ${citizen.token}` } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      message: expect.stringMatching(/\w/),
      code: expect.stringMatching(/VALIDATION|MALFORMED/),
    });
  });

  it('a text with one invalid byte is refused, and nothing is stored', async () => {
    const supervisor = await test.staff('supervisor', (await test.mda()).id);
    const text = (byte: string) => JSON.stringify({ title: 'Soon', text: `We are ${byte} on it`, step: 'reply' });
    const save = (payload: Buffer) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${supervisor.token}` };
      return test.app.inject({ method: 'POST', url: '/api/desk/saved-reply', payload, headers });
    };
    const refused = await save(Buffer.from(text('\xe9'), 'latin1'));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ message: 'The body is not valid JSON.', code: 'MALFORMED_REQUEST' });
    expect(await supervisor.call(contract.listSavedReplies, {})).toEqual([]);
    expect((await save(Buffer.from(text('é')))).statusCode).toBe(201);
    expect(await supervisor.call(contract.listSavedReplies, {})).toMatchObject([{ text: 'We are é on it' }]);
  });

  it('a request body shorter than announced is refused', async () => {
    const head = `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\nconnection: close\r\n\r\n`;
    expect(await sendRaw(port, `${head}${login}`)).toMatch(/^HTTP\/1.1 400 /);
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['a NUL in a header', 'GET /api/portal HTTP/1.1\r\nhost: x\r\nx-y: a\0b\r\n\r\n', 400],
    ['two lengths', 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx-y: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['an unknown method', 'BREW /api/portal HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ])('a connection that sends %s gets a 4xx', async (_, bytes, status) => {
    const answer = await sendRaw(port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/"message":"\w.*"code":"[A-Z_]+"/u);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('a connection that sends no HTTP gets problem details if it accepts them', async () => {
    const answer = await sendRaw(
      port,
      'GET /api/portal HTTP/1.1\r\naccept: application/problem+json\r\nx-y: a\0b\r\n\r\n',
    );
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain('content-type: application/problem+json');
    expect(contract.Problem.parse(JSON.parse(body))).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
  });

  it.each(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'])(
    'the method %s at an address without such a call is refused',
    async (method) => {
      const answer = await sendRaw(port, `${method} /api/portal HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 40[45] /);
    },
  );
});

describe('a multipart body', () => {
  const head = (length: number | string) =>
    `POST /api/register HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=bb\r\ncontent-length: ${length}\r\n\r\n`;
  const part = (name: string, value: string) =>
    `--bb\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const photoHead =
    '--bb\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  const multipart = (payload: string, type = 'multipart/form-data; boundary=bb') =>
    post(payload, type, '/api/register');

  it.each([
    ['cut off within a field', part('first_name', 'Ada').slice(0, -4)],
    ['cut off within a file', `${part('first_name', 'Ada')}${photoHead}some bytes`],
    ['without its end', part('first_name', 'Ada')],
    ['of another boundary', '--cc\r\n\r\n--cc--'],
    ['of nothing', ''],
    ['with a head without end', `--bb\r\ncontent-disposition: form-data; name="x`],
    ['with a part without a name', '--bb\r\ncontent-disposition: form-data\r\n\r\nx\r\n--bb--\r\n'],
    ['with a prototype', `${part('__proto__', 'x')}--bb--\r\n`],
    ['with a field twice', `${part('email', 'a@home.example')}${part('email', 'b@home.example')}--bb--\r\n`],
    ['with a file where none belongs', `${photoHead.replace('"file"', '"first_name"')}x\r\n--bb--\r\n`],
    [
      'with a thousand fields',
      `${Array.from({ length: 1000 }, (_, index) => part(`x${index}`, '')).join('')}--bb--\r\n`,
    ],
    ['with a field of 200 kilobytes', `${part('first_name', 'x'.repeat(200_000))}--bb--\r\n`],
    [
      'with an object for a field',
      `--bb\r\ncontent-disposition: form-data; name="email"\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n--bb--\r\n`,
    ],
  ])('a multipart body %s is refused, and leaves nothing', async (_, payload) => {
    const answer = await multipart(payload);
    expect([400, 413]).toContain(answer.statusCode);
    expect(answer.json()).toHaveProperty('message');
    await expect.poll(tempFiles).toEqual([]);
  });

  it('the refusal of a form names a repeated field, and a file sent as text', async () => {
    const twice = `${part('email', 'a@home.example')}${part('email', 'b@home.example')}`;
    const answer = await multipart(`${twice}${part('file', 'x')}--bb--\r\n`);
    expect(answer.json().fields).toMatchObject({ email: contract.message.invalid, file: contract.message.invalid });
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=bb',
    'application/json',
  ])('a multipart body declared as %s is refused', async (type) => {
    expect([400, 415]).toContain(
      (await multipart(type.includes('json') ? '{}' : `${part('email', 'x')}--bb--`, type)).statusCode,
    );
  });

  it('a multipart body of 400 MB is refused before it is read', async () => {
    const answer = await sendRaw(port, head(400 * 1024 * 1024), { waitFor: 'fields' });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('Image size should not exceed 3MB.');
  });

  it('a form whose sender hangs up gets 400, and 503 when the database does', () => {
    const answered = (raw: object) => {
      const calls: unknown[] = [];
      const log = { error: () => calls.push('fault'), info: () => calls.push('refusal') };
      const reply = {
        header: () => reply,
        code: (status: number) => (calls.push(status), reply),
        type: () => reply,
        send: () => reply,
      };
      const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      handleError(error, { raw, headers: {}, log, routeOptions: {} } as never, reply as never);
      return calls;
    };
    expect(answered({ destroyed: true, complete: false })).toEqual(['refusal', 400]);
    expect(answered({ destroyed: false, complete: true })).toEqual(['fault', 503]);
  });

  it('a multipart body of an unauthenticated sender is not read', async () => {
    const bytes = head(50 * 1024 * 1024).replace('/register', '/complaint');
    expect(await sendRaw(port, bytes, { waitFor: 'UNAUTHENTICATED' })).toMatch(/^HTTP\/1.1 401 /);
  });
});

it('a connection may be idle for long only while the server works on a complete request', async () => {
  const [atRequest, atWork]: [unknown[], unknown[]] = [[], []];
  let line: net.Socket | undefined;
  const { files } = test.services;
  const put: typeof files.put = (...words) => {
    atWork.push(line?.timeout);
    return files.put(...words);
  };
  const app = await test.rebuild({ files: { ...files, put } });
  app.server.on('request', ({ socket }) => {
    line = socket;
    atRequest.push(socket.timeout);
  });
  const baseUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api`;
  const call = createClient({ baseUrl, token: () => citizen.token });
  const form = {
    mda: (await test.mda()).id,
    category: await test.category(),
    title: 'A long queue',
    description: '<p>It was long.</p>',
    location: 'Main street',
    incidentDate: test.clock.now().toISOString().slice(0, 10),
  };
  await call(contract.submitComplaint, { form, files: { files: await photo() } });
  await expect.poll(() => line?.timeout).toBeLessThan(100_000);
  // A request without a body counts as complete when its reply is out.
  await call(contract.getUser);
  expect(line?.timeout).toBeLessThan(100_000);
  expect({ atRequest, atWork }).toEqual({ atRequest: [60_000, 60_000], atWork: [300_000] });
  await app.close();
});

describe('the OpenAPI document', () => {
  it('the OpenAPI document has version 3.1 and lists every call of the contract with its access', async () => {
    const document = (await test.app.inject('/api/openapi.json')).json<{
      openapi: string;
      paths: Record<string, Record<string, { security?: unknown }>>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    const isEndpoint = (it: unknown): it is contract.Endpoint =>
      typeof it === 'object' && it !== null && 'path' in it && 'access' in it;
    const values: unknown[] = Object.values(contract);
    // The document leaves out HEAD, and lists each action of staff by itself.
    const calls = values
      .filter(isEndpoint)
      .filter(({ method, path }) => method !== 'HEAD' && !/\{action\}/u.test(path));
    expect(calls.length).toBeGreaterThan(35);
    for (const { method, path, access } of calls) {
      const operation = document.paths[`/api${path}`]?.[method.toLowerCase()];
      expect(operation, `${method} ${path}`).toBeDefined();
      expect(operation?.security, `${method} ${path}`).toEqual(access === 'public' ? [] : undefined);
    }
  });

  it('the OpenAPI document describes files and forms', async () => {
    const { paths } = (await test.app.inject('/api/openapi.json')).json<{
      paths: Record<string, { post: { requestBody: { content: object } } }>;
    }>();
    expect(paths['/api/complaint']?.post.requestBody.content).toMatchObject({
      'multipart/form-data': {
        schema: {
          properties: {
            files: { items: { format: 'binary' } },
            title: { type: 'string', description: 'Required without `audio`.' },
          },
          required: ['mda', 'category', 'location', 'incidentDate'],
        },
      },
    });
  });
});
