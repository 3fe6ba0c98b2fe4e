import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  transitionComplaint,
  forgotPassword,
  login,
  register,
  resetPassword,
  submitComplaint,
  submitFeedback,
  updatePassword,
  updateProfile,
  verifyEmail,
  withdrawComplaint,
} from '@baraza/contract';
import { type Call, createClient } from '@baraza/contract/core/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asServerAdministrator, createTestDatabase, type TestDatabase } from '../support/server/database.ts';
import { picture } from './hostile-files.ts';
import { type MailServer, startMailServer } from '../support/server/mail-server.ts';
import { type ObjectStorage, startObjectStorage } from '../support/server/object-storage.ts';
import { outcomeOf } from '../support/outcome.ts';
import type { People } from '../support/people.ts';
import { peopleOfServer } from '../support/people-of-server.ts';
import { sendRaw } from '../support/server/raw-http.ts';
import { freePort, type ServerProcess, startProcess } from '../support/server/server-process.ts';

/*
 * The whole server logs at LOG_LEVEL=trace while everything that people type holds a mark, and all its services
 * fails them: a mail server that repeats what it refuses, a store that is away, a database that ends its connections.
 */

const mark = 'zqcanary';
const digits = '7391648250';
const wrongCode = '739164';

let database: TestDatabase;
let folder: string;
let mails: MailServer;
let storage: ObjectStorage;
let server: ServerProcess;
let metrics: string;
let people: People;
let nobody: Call;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-canaries-'));
  mails = await startMailServer(0, { repeats: true });
  storage = await startObjectStorage();
  const metricsPort = await freePort();
  metrics = `http://127.0.0.1:${metricsPort}/metrics`;
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  server = startProcess({
    PORT: String(await freePort()),
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    STORAGE_URL: storage.url('canaries'),
    LOG_LEVEL: 'trace',
    DEMO: '0',
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  });
  await server.ready();
  people = peopleOfServer(database, server.url);
  nobody = createClient({ baseUrl: `${server.url}/api`, token: () => null });
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended();
  storage.close();
  await mails.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const email = `${mark}.ada@people.example`;
const name = 'Zqcanaryann';
const phone = `+234 ${digits}`;
const passphrase = (n: number) => `${mark} lamps and rivers ${n}`;
const pair = (n: number) => ({ password: passphrase(n), confirmPassword: passphrase(n) });
/** Returns the distinct codes of mails to this address: refused mails are sent again. */
const codes = () => {
  const codes = mails.mails.filter((mail) => mail.includes(email)).map((mail) => /\b\d{6}\b/.exec(mail)?.[0]);
  return [...new Set(codes)].filter((it) => it !== undefined);
};
const code = (n: number) => codes()[n] ?? '';
const toFile = (bytes: Buffer, type = 'image/png') => new File([new Uint8Array(bytes)], `${mark}-name.png`, { type });

/** Registers, guesses, signs in and resets the password, with codes from refused mails. */
async function accounts(): Promise<string> {
  const form = { first_name: name, last_name: name, email, phone, ...pair(1) };
  await nobody(register, { form, files: { file: toFile(await picture('png')) } });
  await outcomeOf(nobody(register, { form: { ...form, email: `${mark} no address`, confirmPassword: passphrase(9) } }));
  await expect.poll(() => code(0), { timeout: 15_000 }).toMatch(/^\d{6}$/);
  await outcomeOf(nobody(verifyEmail, { body: { email, otp: wrongCode } }));
  await nobody(verifyEmail, { body: { email, otp: code(0) } });
  for (const body of [
    { email, password: passphrase(8), type: 'user' },
    { email: `${mark}.nobody@people.example`, password: passphrase(8), type: 'mda' },
    { email, password: passphrase(8), type: `${mark} type` },
  ])
    await outcomeOf(nobody(login, { body }));
  await nobody(forgotPassword, { body: { email } });
  await expect.poll(() => code(1), { timeout: 15_000 }).toMatch(/^\d{6}$/);
  await nobody(resetPassword, { body: { email, otp: code(1), ...pair(2) } });
  const { token } = await nobody(login, { body: { email, password: passphrase(2), type: 'user' } });
  return token;
}

/** Writes everything that a citizen and an officer can, once for each way of failing. */
async function words(token: string): Promise<unknown[]> {
  const own = createClient({ baseUrl: `${server.url}/api`, token: () => token });
  const { id: mda } = await people.mda();
  const officer = await people.officer(mda);
  const [category, praise] = [await people.category(), await people.category('feedback')];
  const [bytes, text] = [await picture('png'), `${mark} words`];
  const incidentDate = new Date().toISOString().slice(0, 10);
  const form = { mda, category, title: text, description: `<p>${text}</p>`, location: text, incidentDate };
  const file = () => own(submitComplaint, { form, files: { files: toFile(bytes) } });
  const all = async () => {
    const outcomes = [
      await outcomeOf(file()),
      await outcomeOf(own(submitComplaint, { form: { ...form, mda: text, incidentDate: text } })),
      await outcomeOf(own(submitComplaint, { form, files: { files: toFile(Buffer.from(text), `image/${mark}`) } })),
      await outcomeOf(own(submitComplaint, { form, files: { audio: toFile(bytes, 'audio/wav') } })),
      await outcomeOf(own(submitFeedback, { form: { category: praise, title: text, description: `<p>${text}</p>` } })),
      await outcomeOf(
        own(updateProfile, {
          form: { first_name: name, last_name: name, email, phone },
          files: { file: toFile(bytes) },
        }),
      ),
      await outcomeOf(own(updatePassword, { body: { currentPassword: passphrase(8), ...pair(3) } })),
      await outcomeOf(own(withdrawComplaint, { body: { id: crypto.randomUUID(), reason: text } })),
    ];
    return outcomes.map((it) => (it === 'success' ? it : it.code));
  };
  const found = [await all()];
  const filed = await file();
  for (const action of ['start', 'reply', 'ask', 'proposeRejection'] as const) {
    const params = { id: filed.id, action };
    await outcomeOf(officer.call(transitionComplaint, { params, body: { version: 1, text, reason: text } }));
  }
  storage.away(true);
  found.push(await all());
  storage.away('cut');
  found.push(await all());
  storage.away(false);
  const flood = Promise.all(Array.from({ length: 12 }, all));
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(database.url).pathname.slice(1)}' and application_name = 'baraza'`;
  for (let count = 0; count < 8; count += 1) {
    await asServerAdministrator(cut);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  found.push((await flood).flat());
  return found;
}

/** Sends marks in all other parts of requests. */
async function oddities(token: string): Promise<void> {
  const port = Number(new URL(server.url).port);
  const ask = (lines: readonly string[], body = '') =>
    sendRaw(port, `${[...lines, `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`, {
      end: true,
    }).catch(() => '');
  const head = (line: string, ...more: string[]) => [`${line} HTTP/1.1`, 'host: x', ...more];
  const bearer = `authorization: Bearer ${token}`;
  const form = `content-type: multipart/form-data; boundary=${mark}`;
  const part = `--${mark}\r\ncontent-disposition: form-data; name="${mark}"; filename="${mark}"\r\n${mark}: x\r\n\r\n${mark}\r\n`;
  for (const lines of [
    head(`GET /api/complaint?search=${mark}&${mark}=1`, bearer),
    head(`GET /api/complaint?cursor=${mark}`, bearer),
    head(`GET /api/complaint/${mark}`, bearer),
    head(`GET /api/${mark}/x?${mark}`),
    head(`GET /${mark}.html?${mark}`),
    head(`GET /api/file/${crypto.randomUUID()}?expires=${mark}&session=${mark}&signature=${mark}`),
    head('GET /api/portal', `authorization: Bearer ${mark}`, `cookie: ${mark}=${mark}`, `x-${mark}: ${mark}`),
    head(
      'GET /api/users/get-details',
      `authorization: Basic ${mark}`,
      `user-agent: ${mark}`,
      `referer: http://${mark}/`,
    ),
    head(
      'GET /api/users/get-details',
      bearer,
      `idempotency-key: ${mark}`,
      `origin: http://${mark}.example`,
      `range: ${mark}`,
    ),
    head(`${mark} /api/portal`),
    head('GET /api/portal', `expect: ${mark}`, `accept: ${mark}`, `x-forwarded-for: ${mark}`, `traceparent: ${mark}`),
  ])
    await ask(lines);
  for (const [type, body] of [
    ['content-type: application/json', `{"email":"${email}","password":"${passphrase(7)}`],
    ['content-type: application/json', `{"${mark}":{"${mark}":["${mark}"]}}`],
    [`content-type: application/${mark}`, mark],
    ['content-type: application/json', `{"__proto__":"${mark}"}`],
  ] as const)
    await ask(head('POST /api/login', type), body);
  for (const body of [part, `${part}--${mark}--\r\n`, mark]) await ask(head('POST /api/complaint', bearer, form), body);
  await sendRaw(port, `GET / ${mark}\r\n${mark}\r\n\r\n`, { end: true });
}

/** Returns each mark found in a text, with its surroundings. */
function found(text: string, secrets: readonly string[]): string[] {
  const wanted = [mark, digits.slice(3), ...secrets].map((it) => (/^\d{6}$/.test(it) ? `\\b${it}\\b` : it));
  return [...text.matchAll(new RegExp(`.{0,200}(${wanted.join('|')}).{0,40}`, 'giu'))].map(([it]) => it);
}

it('the server’s logs and metrics contain nothing that anybody typed', { timeout: 120_000 }, async () => {
  const token = await accounts();
  const outcomes = await words(token);
  await oddities(token);
  expect(outcomes[0]).toEqual([
    'success',
    'VALIDATION_FAILED',
    'FILE_TYPE_REFUSED',
    'FILE_TYPE_REFUSED',
    'success',
    'success',
    'VALIDATION_FAILED',
    'NOT_FOUND',
  ]);
  expect(outcomes.slice(1).map((it) => (it as string[]).includes('UNAVAILABLE'))).toEqual([true, true, true]);
  const counted = await (await fetch(metrics)).text();
  server.child.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
  const said = server.stdout() + server.stderr();
  // The server did log: every request, the mails, and at the lowest level.
  for (const proof of ['"level":10', '"msg":"request"', 'request refused', '"level":50', '/api/complaint'])
    expect(said).toContain(proof);
  expect(counted).toContain('baraza_http_requests_total');
  const secrets = [wrongCode, code(0), code(1), token];
  expect(found(said, secrets)).toEqual([]);
  expect(found(counted, secrets)).toEqual([]);
  // No log is kept elsewhere.
  const kept = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const it of kept.filter((entry) => entry.isFile()))
    expect(found(await readFile(path.join(it.parentPath, it.name), 'latin1'), secrets)).toEqual([]);
});
