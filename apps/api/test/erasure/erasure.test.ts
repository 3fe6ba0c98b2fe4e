import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import {
  transitionComplaint,
  type Call,
  createClient,
  deleteAccount,
  forgotPassword,
  getDeskComplaint,
  getUser,
  listDeskComplaints,
  login,
  register,
  submitComplaint,
  submitFeedback,
  takeSurvey,
  updateProfile,
  verifyEmail,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/observability/log.ts';
import { enqueueMail } from '../../src/mail/enqueue-mail.ts';
import { unseal } from '../../src/crypto/seal.ts';
import { createTestApp, type TestApp } from '../support/server/app.ts';
import { createScene, type Scene } from '../support/complaints.ts';
import { failure } from '../support/failure.ts';
import { injectTransport } from '../support/server/inject-transport.ts';
import { photo } from '../support/media.ts';
import { newestCode } from '../support/server/outbox.ts';
import { logFaults } from '../support/log-faults.ts';
import { reapplyErasures } from '../../src/features/people/privacy/erase-account.ts';

/** Nine words that only this person's data hold. */
const canary = {
  firstName: 'Zephyrina',
  lastName: 'Quillfeather',
  email: 'zq.canary@quill.example',
  pendingEmail: 'new.canary@quill.example',
  phone: '+234 700 915 3377',
  photoName: 'quokka-portrait',
  fileName: 'wombat-evidence',
  userAgent: 'PlatypusBrowser/9',
  callPhone: '+234 803 555 0177',
  lat: '6.52437',
  lon: '3.37921',
};
const password = 'seven herons over dusk 4';

let api: TestApp;
let app: FastifyInstance;
let scene: Scene;
let lines = '';
let token: string;
let complaintId: string;

beforeAll(async () => {
  api = await createTestApp();
  scene = await createScene(api);
  const stream = new Writable({
    write(chunk, _, done) {
      lines += String(chunk);
      done();
    },
  });
  app = await api.rebuild({ log: createLog({ logLevel: 'trace' }, stream as NodeJS.WriteStream) });
  await plant();
});
afterAll(async () => {
  await app.close();
  await api.close();
});

const headers = { 'user-agent': canary.userAgent };
const speak = (as: string | null): Call => createClient({ token: () => as, transport: injectTransport(app) });

/** Fills every personal field through the calls of the apps. */
async function plant(): Promise<void> {
  const { email, firstName: first_name, lastName: last_name, phone } = canary;
  const form = { first_name, last_name, email, phone, password, confirmPassword: password };
  await speak(null)(register, { form, files: { file: await photo(`${canary.photoName}.png`) } }, { headers });
  const code = newestCode(await api.outbox(), email);
  await speak(null)(verifyEmail, { body: { otp: code, email } }, { headers });
  ({ token } = await speak(null)(login, { body: { email, password, type: 'user' } }, { headers }));
  const citizen = speak(token);
  const changed = { first_name, last_name, phone, email: canary.pendingEmail, currentPassword: password };
  await citizen(updateProfile, { form: changed, files: { file: await photo(`${canary.photoName}.png`) } });
  const description = `<p>My name is ${first_name} ${last_name}, call ${phone}.</p>`;
  const { lat, lon, callPhone } = canary;
  const words = scene.fields({ description, callPhone, lat, lon, accuracy: '25' });
  const files = { files: [await photo(`${canary.fileName}.png`)] };
  complaintId = (await citizen(submitComplaint, { form: words, files })).id;
  await act('start', 1);
  await act('reply', 2, `Dear ${first_name.toUpperCase()} ${last_name}, we are on our way.`);
  await act('resolve', 3, `The tap runs again, as we said at ${canary.callPhone}.`);
  const survey = { complaint: complaintId, rating: 4, description: `Thanks, ${first_name} ${last_name}` };
  await citizen(takeSurvey, { body: survey });
  const category = await api.category('feedback');
  await citizen(submitFeedback, { form: { category, title: 'A kind clerk', description: `<p>${email}</p>` } });
  await citizen(submitComplaint, { form: scene.fields({ title: 'Still open after all' }) });
  await failure(speak(null)(login, { body: { email, password: 'wrong', type: 'user' } }));
  await api.outbox();
  api.clock.advance(61_000);
  // Still queued when the account is deleted.
  await speak(null)(forgotPassword, { body: { email } }, { headers });
}

async function act(action: 'start' | 'reply' | 'resolve', version: number, text?: string): Promise<void> {
  const body = {
    version,
    ...(text !== undefined && { text }),
    ...(action === 'resolve' && { outcome: 'solved' as const }),
  };
  await scene.officer.call(transitionComplaint, { params: { id: complaintId, action }, body });
}

/** Returns every row of every table as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await api.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(25);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await api.pool.query<{ line: string }>(`select row_to_json(t)::text as line from ${name} t`);
    texts.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return texts.join('\n');
}

/** Returns contents and names of everything in the data folder, mails decoded. */
async function folder(): Promise<string> {
  const found = await readdir(api.services.settings.dataDir, { recursive: true, withFileTypes: true });
  const texts = found.map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return entry.isFile() ? `${file} ${(await readFile(file)).toString('latin1').replaceAll(/=\r?\n/gu, '')}` : file;
  });
  return (await Promise.all(texts)).join('\n');
}

/** Returns the waiting mails, unsealed. */
async function queue(): Promise<string> {
  const { rows } = await api.pool.query<{ sealed: string }>('select sealed from mail_outbox');
  return rows.map(({ sealed }) => unseal(api.services.keys.mail, sealed)).join('\n');
}

const hits = (text: string) =>
  Object.entries(canary)
    .filter(([, word]) => text.toLowerCase().includes(word.toLowerCase()))
    .map(([name]) => name);

test('before an erasure the test finds the person in all places', async () => {
  expect(hits(await dump())).toEqual(Object.keys(canary));
  expect(hits(await folder())).toEqual(['firstName', 'lastName', 'email', 'pendingEmail', 'callPhone']);
  expect(hits(await queue())).toEqual(['firstName', 'email']);
});

test('no line of the server’s log names an erased person, whatever its level', () => {
  expect(lines).toContain('"msg":"request"');
  expect(hits(lines)).toEqual([]);
  expect(lines).not.toContain(password);
  expect(lines).not.toContain(token);
  for (const line of lines.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
});

test('deleting an account with a wrong password deletes nothing', async () => {
  const { status, fields } = await failure(speak(token)(deleteAccount, { body: { currentPassword: 'wrong' } }));
  expect([status, Object.keys(fields)]).toEqual([400, ['currentPassword']]);
  expect(await speak(token)(getUser)).toMatchObject({ first_name: canary.firstName });
});

test('after an erasure no table, file, mail, job or log line names the person', async () => {
  await speak(token)(deleteAccount, { body: { currentPassword: password } });
  expect(hits(await dump())).toEqual([]);
  expect(hits(await folder())).toEqual([]);
  // One mail confirms the deletion to the person; no copy of it is kept.
  expect(hits(await queue())).toEqual(['email']);
  await api.runJobs();
  expect(hits(await folder())).toEqual([]);
  expect(hits(await dump())).toEqual([]);
  expect(await queue()).toBe('');
  expect(hits(lines)).toEqual([]);
});

test('after an erasure the person cannot sign in, and searches find nothing', async () => {
  expect(await failure(speak(token)(getUser))).toMatchObject({ status: 401 });
  const body = { email: canary.email, password, type: 'user' };
  expect(await failure(speak(null)(login, { body }))).toMatchObject({ status: 401 });
  const found = await scene.officer.call(listDeskComplaints, { query: { q: canary.firstName } });
  expect(found.items).toEqual([]);
});

test('after an erasure the complaints stay without a person, and the log verifies', async () => {
  const shown = await scene.officer.call(getDeskComplaint, { params: { id: complaintId } });
  expect(shown).toMatchObject({
    title: 'No water since Monday',
    state: 'resolved',
    reply: 'The tap runs again, as we said at […].',
    citizen: { name: 'Deleted account', identity: null },
  });
  expect(shown.description).toBe('<p>My name is […], call […].</p>');
  expect(shown.attachments).toEqual([expect.objectContaining({ fileName: 'image-1.png' })]);
  expect(await logFaults(api)).toEqual([]);
});

test('after an erasure an open complaint can still be handled, and notifies nobody', async () => {
  const { items } = await scene.officer.call(listDeskComplaints, { query: { q: 'after all' } });
  const id = items[0]?.id ?? '';
  await scene.officer.call(transitionComplaint, { params: { id, action: 'start' }, body: { version: 1 } });
  const before = (await api.outbox()).length;
  await enqueueMail(api.services.db, api.services, { to: `x@erased.invalid`, subject: 'x', text: 'x' });
  expect((await api.outbox()).length).toBe(before);
  expect((await api.outbox()).filter((it) => it.to.endsWith('erased.invalid'))).toEqual([]);
});

test('the address of an erased account can be registered again', async () => {
  const form = { first_name: 'New', last_name: 'Person', email: canary.email, password, confirmPassword: password };
  await speak(null)(register, { form });
  const code = newestCode(await api.outbox(), canary.email);
  const fresh = await speak(null)(verifyEmail, { body: { otp: code, email: canary.email } });
  expect(await speak(fresh.token)(getUser)).toMatchObject({ first_name: 'New' });
});

test('an erasure keeps data of others, whatever name the person chose', async () => {
  const other = await api.citizen({ firstName: 'Bola', email: 'jim.a..bob@other.example' });
  const leaver = await api.citizen({ firstName: 'Ann', lastName: 'Lee', email: 'a..bob@other.example' });
  const { trackingId } = await leaver.call(submitComplaint, { form: scene.fields() });
  // A word of every mail, and another person's address.
  const name = { first_name: 'Hello', last_name: 'ID', phone: '0800 123' };
  const form = { ...name, email: other.email, currentPassword: leaver.password };
  await leaver.call(updateProfile, { form });
  const tell = (to: string, subject: string, about: string, citizenId?: string) =>
    enqueueMail(api.services.db, api.services, {
      to,
      subject,
      text: `Hello,\n\nTracking ID: ${about}\n`,
      ...(citizenId !== undefined && { citizenId }),
    });
  const tellAll = async (when: string) => {
    await tell(other.email, `Yours, ${when}`, 'of somebody else');
    await tell('desk@other.example', `Theirs, ${when}`, `${trackingId} of Hello ID`, leaver.id);
    await tell(leaver.email, `Own, ${when}`, 'none');
    await tell(other.email, 'Confirm your new email', 'none', leaver.id);
  };
  await tellAll('kept');
  await api.outbox();
  await tellAll('waiting');
  await speak(null)(forgotPassword, { body: { email: other.email } });
  await leaver.call(deleteAccount, { body: { currentPassword: leaver.password } });
  const { rows: codes } = await api.pool.query('select purpose from one_time_code where email = $1', [other.email]);
  expect(codes).toEqual([{ purpose: 'reset' }]);
  const ours = (await api.outbox()).filter(({ to }) => to.endsWith('@other.example'));
  expect(ours.map(({ to, subject }) => `${to.replaceAll('"', '')} ${subject.slice(0, 14)}`).toSorted()).toEqual([
    'jim.a..bob@other.example You already ha',
    'jim.a..bob@other.example Your code to s',
    'jim.a..bob@other.example Yours, kept',
    'jim.a..bob@other.example Yours, waiting',
  ]);
});

test('an erased person restored from a backup is erased again, once', async () => {
  const back = await api.citizen({ firstName: 'Returned', email: 'returned@quill.example' });
  const other = await api.citizen();
  await api.pool.query('insert into erasure (account_id, at) values ($1, now()), (gen_random_uuid(), now())', [
    back.id,
  ]);
  expect(await reapplyErasures(api.services)).toBe(1);
  expect(await dump()).not.toMatch(/returned/iu);
  expect(await reapplyErasures(api.services)).toBe(0);
  await other.call(getUser);
  expect(await readFile(path.join(api.services.settings.dataDir, 'erasures.jsonl'), 'utf8')).toContain(back.id);
});
