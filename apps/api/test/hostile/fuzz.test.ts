import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { actions } from '@baraza/contract/complaint/lifecycle';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../src/files/temp-files.ts';
import { beginRequest } from '../support/server/begin-request.ts';
import { type FuzzRequest, requestsFor } from './fuzz-requests.ts';
import { damage, damaged } from './fuzz-values.ts';
import { createFuzzWorld, type FuzzWorld } from './fuzz-world.ts';
import { type OpenApiDocument, type Operation, operationsOf } from '../support/openapi.ts';
import { owedBy, sendRaw } from '../support/server/raw-http.ts';

/*
 * No request may cause a fault of the server: requests made from our own OpenAPI document, with sound and
 * with odd values. `npm test` sends 1,200 of them; `npm run fuzz` 200,000.
 */

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1_200);
/** The seed is fixed in `npm test` and random in `npm run fuzz`. */
const seed = process.env['FUZZ_SEED'] ?? 1;
const atOnce = 10;

let world: FuzzWorld;
let operations: Operation[];
let port: number;
beforeAll(async () => {
  world = await createFuzzWorld();
  const { app } = world.test;
  operations = operationsOf((await app.inject('/api/openapi.json')).json<OpenApiDocument>());
  operations.push(signedFile);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => world.test.close());

/** A call missing in the document, since the server makes its addresses. */
const signedFile: Operation = {
  method: 'GET',
  path: '/api/file/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'expires', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'session', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'signature', in: 'query', required: true, schema: { type: 'string' } },
  ],
  body: undefined,
  statuses: [200, 206, 304, 400, 404, 416, 429],
};

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send({ method, url, token, headers, payload, operation }: FuzzRequest): Promise<Answer> {
  const bearer = ['/api/logout', '/api/users/delete-account'].includes(operation.path)
    ? await world.spareToken()
    : token;
  const all = { ...headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
  // An event stream has no end: it needs a real connection that can be closed.
  const asked = operation.path.endsWith('/stream')
    ? beginRequest(port, { method, url, headers: all, payload })
    : world.test.app.inject({ method: method as 'GET', url, headers: all, ...(payload && { payload }) });
  const late = sleep(30_000, undefined, { ref: false }).then(() => {
    throw new Error(`no answer: ${method} ${url}`);
  });
  const answer = await Promise.race([asked, late]);
  return { status: answer.statusCode, text: answer.body };
}

/** Internals that no reply may hold: stacks, SQL, paths, texts of libraries. */
const insides =
  /\bat \S+ \(|node_modules|\.ts:\d|select .+ from |insert into|syntax error|FST_ERR|drizzle|ECONN|\/tmp\//i;

/** Returns the faults of a reply. */
function faultOf({ operation, method }: FuzzRequest, { status, text }: Answer): string | undefined {
  // Node itself responds to an unknown Expect and to oversized heads.
  if (status === 417 || status === 431) return undefined;
  if (status >= 500) return `${status} ${text}`;
  const expected = [...operation.statuses, 404, 413, 415];
  if (method === operation.method && !expected.includes(status)) return `${status} is not documented: ${text}`;
  if (status < 400 || method === 'HEAD') return undefined;
  if (insides.test(text)) return `tells about its insides: ${text}`;
  const { message, code } = JSON.parse(text) as { message?: unknown; code?: unknown };
  return typeof message === 'string' && message !== '' && typeof code === 'string' ? undefined : `no reason: ${text}`;
}

/** Requests per call: few for slow password hashing, more for transitions, which can fail in many ways. */
function weightOf({ path, body }: Operation): number {
  if (path.endsWith('{action}')) return 20;
  return Object.keys(body?.schema.properties ?? {}).includes('password') ? 1 : 5;
}

const keyOf = ({ method, path }: Operation) => `${method} ${path}`;

describe('requests made from the OpenAPI document', () => {
  const succeeded = new Set<string>();
  let sent = 0;
  const note = ({ method, operation }: FuzzRequest, { status }: Answer) => {
    if (status < 300 && method === operation.method) succeeded.add(keyOf(operation));
  };

  it('random requests from the OpenAPI document cause no fault of the server', { timeout: 60 * 60_000 }, async () => {
    const kinds = operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: requestsFor(operation, world),
    }));
    const batch = fc.array(fc.oneof(...kinds), { minLength: atOnce, maxLength: atOnce });
    await fc.assert(
      fc.asyncProperty(batch, async (batched) => {
        const answers = await Promise.all(batched.map(send));
        sent += batched.length;
        for (const [index, request] of batched.entries()) {
          const answer = answers[index] as Answer;
          note(request, answer);
          expect(faultOf(request, answer), `${request.method} ${request.url}`).toBeUndefined();
        }
      }),
      { numRuns: requests / atOnce, seed: Number(seed), endOnFailure: true },
    );
    expect(sent).toBe(requests);
  });

  it('random requests succeed at least once for every call of the OpenAPI document', { timeout: 120_000 }, async () => {
    // A code or a signature cannot be guessed, nor a second administrator's change or a held reply be met; no service translates and no provider signs in here.
    const luck = [
      // Twenty contacts are the most, and an administrator's calls may have added them all.
      'POST /api/desk/contact',
      'POST /api/complaint/{id}/translation',
      'POST /api/desk/complaint/{id}/translation',
      'POST /api/public/area',
      'POST /api/verify-email',
      'PUT /api/reset-password',
      'POST /api/public/session',
      'PUT /api/complaint/receipt-code',
      'PUT /api/complaint/take-over',
      'POST /api/oidc/start',
      'POST /api/oidc/link',
      'POST /api/oidc/session',
      'POST /api/invitation',
      'POST /api/invitation/accept',
      'POST /api/desk/mfa/confirm',
      'POST /api/desk/mfa/recovery-codes',
      'POST /api/desk/mfa/off',
      'POST /api/desk/access-change/{id}/confirmation',
      'POST /api/desk/complaint/{id}/undo',
      'DELETE /api/session/{id}',
      'GET /api/file/{id}',
    ];
    // Many actions of staff need a state, a second person or a day to come; one that succeeds stands for all.
    const isStep = (key: string) => actions.some((action) => key === `POST /api/desk/complaint/{id}/${action}`);
    const isEnough = (key: string) => succeeded.has(key) || (isStep(key) && [...succeeded].some(isStep));
    const never = () => operations.filter((it) => !isEnough(keyOf(it)) && !luck.includes(keyOf(it)));
    // A call with many fields may never have succeeded by chance: it gets more attempts of its own.
    for (const operation of never()) {
      for (const request of fc.sample(requestsFor(operation, world), { numRuns: 500, seed: Number(seed) })) {
        note(request, await send(request));
        if (succeeded.has(keyOf(operation))) break;
      }
    }
    expect(never().map(keyOf)).toEqual([]);
  });
});

const scratch = () => readdir(tempFolder(world.test.services.settings.dataDir));

describe('bytes that were damaged on the way', () => {
  const runs = Math.ceil(requests / 16);

  /** Makes a whole form with a picture, a recording and all fields, as a browser sends it. */
  async function wholeForm(): Promise<{ bytes: Buffer; type: string }> {
    const { mda, category, incidentDate } = world.knownAt('/complaint');
    const form = new FormData();
    const fields = { mda: mda?.[0], category: category?.[0], incidentDate: incidentDate?.[0], location: 'Hill Road' };
    for (const [name, value] of Object.entries({ ...fields, title: 'A long queue', description: '<p>Long.</p>' }))
      form.append(name, String(value));
    for (const name of ['files', 'audio'])
      for (const { bytes, type } of world.files[name]?.slice(0, 1) ?? [])
        form.append(name, new Blob([new Uint8Array(bytes)], { type }), 'a');
    const response = new Response(form);
    return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
  }

  it(
    'damaged bytes in a form cause no fault of the server and leave nothing behind',
    { timeout: 60 * 60_000 },
    async () => {
      // Requests before may have asked for a jurisdiction of every complaint.
      await world.test.pool.query('update mda set jurisdiction_allowed = false');
      const { bytes, type } = await wholeForm();
      const statuses = new Set<number>();
      const batch = fc.array(damage, { minLength: atOnce, maxLength: atOnce });
      await fc.assert(
        fc.asyncProperty(batch, async (batched) => {
          const answers = await Promise.all(
            batched.map((cuts) =>
              world.test.app.inject({
                method: 'POST',
                url: '/api/complaint',
                headers: { authorization: `Bearer ${world.tokens[1]}`, 'content-type': type },
                payload: damaged(bytes, cuts),
              }),
            ),
          );
          for (const answer of answers) {
            statuses.add(answer.statusCode);
            expect({ status: answer.statusCode, body: answer.body }).toEqual({
              status: expect.toSatisfy((status: number) => status < 500),
              body: expect.stringMatching(answer.statusCode < 400 ? /"trackingId":"/ : /"message":"\w/),
            });
          }
        }),
        { numRuns: Math.ceil(runs / atOnce), seed: Number(seed), endOnFailure: true },
      );
      expect([...statuses]).toEqual(expect.arrayContaining([201, 400]));
      await expect.poll(scratch).toEqual([]);
    },
  );

  it(
    'damaged bytes in an HTTP request get a reply or a closed connection, and the server survives',
    { timeout: 60 * 60_000 },
    async () => {
      const { app } = world.test;
      const isOwed = owedBy(app.server);
      const { bytes, type } = await wholeForm();
      const bearer = `authorization: Bearer ${world.tokens[1]}\r\n`;
      const login = JSON.stringify({ email: 'a@home.example', password: 'x'.repeat(9), type: 'user' });
      const whole = [
        `GET /api/complaint?limit=5&q=water HTTP/1.1\r\nhost: x\r\n${bearer}\r\n`,
        `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${login.length}\r\n\r\n${login}`,
        `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${login.length.toString(16)}\r\n${login}\r\n0\r\n\r\n`,
        Buffer.concat([
          Buffer.from(
            `POST /api/complaint HTTP/1.1\r\nhost: x\r\n${bearer}content-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`,
          ),
          bytes,
        ]),
      ].map((it) => Buffer.from(it));
      let answered = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...whole), damage), { minLength: atOnce, maxLength: atOnce }),
          async (batched) => {
            const answers = await Promise.all(
              batched.map(([sent, cuts]) => sendRaw(port, damaged(sent, cuts), { end: true, isOwed })),
            );
            answered += answers.filter((answer) => answer !== '').length;
            for (const answer of answers) expect(answer).toMatch(/^($|HTTP\/1\.1 [234])/);
          },
        ),
        { numRuns: Math.ceil(runs / 2 / atOnce), seed: Number(seed), endOnFailure: true },
      );
      expect(answered).toBeGreaterThan(runs / 4);
      expect((await app.inject('/health/ready')).statusCode).toBe(200);
      await expect.poll(scratch).toEqual([]);
    },
  );
});
