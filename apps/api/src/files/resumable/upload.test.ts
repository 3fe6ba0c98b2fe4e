import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  addEvidence,
  deleteAccount,
  getComplaint,
  listComplaints,
  login,
  type NewComplaint,
  submitComplaint,
  uploadHours,
  fileMessage,
  uploadMessage,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { photo } from '../../../test/support/media.ts';
import { outcomeOf } from '../../../test/support/outcome.ts';
import type { Person } from '../../../test/support/people.ts';
import { bytesOf, headersOf, uploadsAt } from '../../../test/support/uploads.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { file, upload as uploads } from '../../db/schema/tables.ts';
import { tempFolder } from '../temp-files.ts';
import { purgeUploads } from './upload.store.ts';

let api: TestApp;
let scene: Scene;
let citizen: Person;
let base: string;

beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
  scene = await createScene(api);
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  citizen = await api.citizen();
});
afterAll(() => api.close());

const { ask, begin, send, upload } = uploadsAt(() => base);

const submit = (who: Person, uploads: readonly string[], key?: string, given: Partial<NewComplaint> = {}) =>
  who.call(
    submitComplaint,
    { form: scene.fields(given), uploads },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  );

const countOf = async (who: Person) => (await who.call(listComplaints, { query: { limit: 100 } })).items.length;
const filesOf = async (complaintId: string) =>
  (await api.services.db.select().from(file)).filter((row) => row.complaintId === complaintId);

test('a third-party tus client uploads in chunks, and the complaint that names the upload has the file', async () => {
  const given = await photo('tap.png');
  const bytes = Buffer.from(await given.arrayBuffer());
  const address = await new Promise<string>((resolve, reject) => {
    const one = new Upload(bytes, {
      endpoint: `${base}/api/upload`,
      chunkSize: Math.ceil(bytes.length / 3),
      headers: { authorization: `Bearer ${citizen.token}` },
      metadata: { filename: 'tap.png', filetype: 'image/png' },
      onError: reject,
      onSuccess: () => resolve(one.url ?? ''),
    });
    one.start();
  });
  const id = address.split('/').at(-1) ?? '';

  const filed = await submit(citizen, [id]);

  expect(filed.attachments).toMatchObject([{ fileName: 'tap.png', kind: 'image' }]);
  const [stored] = await filesOf(filed.id);
  const direct = await citizen.call(submitComplaint, { form: scene.fields(), files: { files: [given] } });
  expect(stored?.sha256).toEqual((await filesOf(direct.id))[0]?.sha256);
});

test('a broken upload resumes at its offset, and no byte is sent twice', async () => {
  const bytes = await bytesOf(await photo('one.png'));
  const id = await begin(citizen, bytes.length);
  const cut = Math.floor(bytes.length / 2);
  await send(citizen, id, 0, bytes.slice(0, cut));

  const state = await ask('HEAD', `/upload/${id}`, headersOf(citizen));
  expect(state.headers.get('upload-offset')).toBe(String(cut));
  expect(state.headers.get('upload-length')).toBe(String(bytes.length));
  expect(state.headers.get('cache-control')).toBe('no-store');
  // A restart would double the bytes.
  expect((await send(citizen, id, 0, bytes)).status).toBe(409);
  expect((await send(citizen, id, cut, bytes.slice(cut))).headers.get('upload-offset')).toBe(String(bytes.length));
  expect((await submit(citizen, [id])).attachments).toHaveLength(1);
});

test('an upload that is no picture is refused like a file in a form, and nothing is filed', async () => {
  const id = await upload(citizen, new File(['MZ this is a program'], 'tap.png', { type: 'image/png' }));

  expect(await outcomeOf(submit(citizen, [id]))).toMatchObject({ status: 415 });
  expect(await countOf(citizen)).toBe(0);
});

test('evidence may be a resumable upload', async () => {
  const filed = await submit(citizen, []);
  const id = await upload(citizen, await photo('later.png'));

  await citizen.call(addEvidence, { form: { id: filed.id }, uploads: [id] });

  const { history } = await citizen.call(getComplaint, { params: { id: filed.id } });
  expect(history.flatMap(({ attachments = [] }) => attachments)).toMatchObject([{ fileName: 'later.png' }]);
});

test('an upload that is missing, unfinished, another person’s or named twice is refused', async () => {
  const whole = await upload(citizen, await photo('one.png'));
  const begun = await begin(citizen, 1_000);
  const other = await upload(await api.citizen(), await photo('two.png'));

  for (const [ids, words] of [
    [[crypto.randomUUID()], uploadMessage.missing],
    [['../../etc/passwd'], uploadMessage.missing],
    [[other], uploadMessage.missing],
    [[begun], uploadMessage.unfinished],
    [[whole, whole], uploadMessage.twice],
  ] as const)
    expect(await outcomeOf(submit(citizen, ids))).toMatchObject({ status: 400, fields: { uploads: words } });
  expect(await countOf(citizen)).toBe(0);
});

test("another person's upload can be neither queried nor continued", async () => {
  const id = await begin(citizen, 10);
  const other = await api.citizen();

  expect((await ask('HEAD', `/upload/${id}`, headersOf(other))).status).toBe(404);
  expect((await send(other, id, 0, new Uint8Array(5))).status).toBe(404);
  expect((await ask('HEAD', `/upload/${id}`, headersOf(citizen))).headers.get('upload-offset')).toBe('0');
});

test.each([
  ['no length', {}, 400],
  ['no bytes', { 'upload-length': '0' }, 400],
  ['a length that is no number', { 'upload-length': '1e3' }, 400],
  ['too large', { 'upload-length': '99999999999' }, 413],
  ['another version', { 'upload-length': '5', 'tus-resumable': '0.2.2' }, 412],
  [
    'metadata that is too long',
    { 'upload-length': '5', 'upload-metadata': `filename ${btoa('x'.repeat(1_400))}` },
    400,
  ],
])('an upload with %s does not begin', async (_what, more, status) => {
  const answer = await ask('POST', '/upload', headersOf(citizen, more));
  expect(answer.status).toBe(status);
  expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
});

test('an upload of an empty file is refused because it is empty', async () => {
  const answer = await ask('POST', '/upload', headersOf(citizen, { 'upload-length': '0' }));
  expect(await answer.json()).toMatchObject({ message: 'This file is empty.' });
});

test('the supported parts of tus are public', async () => {
  const answer = await fetch(`${base}/api/upload`, { method: 'OPTIONS' });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('tus-extension')).toBe('creation,expiration');
});

test('an unfinished upload expires: its owner cannot continue it, and its bytes are deleted', async () => {
  const kept = await upload(citizen, await photo('one.png'));
  const keys = async () => {
    const all: string[] = [];
    for await (const key of api.services.files.keysBefore(new Date(Date.now() + 60_000))) all.push(key);
    return all.length;
  };
  const before = await keys();
  const id = await begin(citizen, 10);
  await send(citizen, id, 0, new Uint8Array(5));
  expect(await keys()).toBe(before + 1);

  api.clock.advance((uploadHours + 1) * 3_600_000);

  const { email, password } = citizen;
  const { token } = await api.call(login, { body: { email, password, type: 'user' } });
  const owner = { ...citizen, token, call: api.callAs(token) };
  expect(await outcomeOf(submit(owner, [kept]))).toMatchObject({ fields: { uploads: uploadMessage.missing } });
  expect((await ask('HEAD', `/upload/${id}`, headersOf(owner))).status).toBe(404);
  expect((await send(owner, id, 5, new Uint8Array(5))).status).toBe(404);
  expect(await keys()).toBe(before + 1);
  const now = api.clock.now();
  await purgeUploads(api.services.db, api.services.files, now, new Date(0));
  expect(await keys()).toBeLessThan(before);
});

test('only one of two simultaneous pieces for one offset of an upload is kept', async () => {
  const id = await begin(citizen, 10);
  const { files } = api.services;
  const put = files.put.bind(files);
  let release: (() => void) | undefined;
  const both = new Promise<void>((resolve) => (release = resolve));
  let count = 0;
  const putting = vi.spyOn(files, 'put').mockImplementation(async (...given) => {
    if ((count += 1) === 2) release?.();
    await both;
    return put(...given);
  });

  const answers = await Promise.all([1, 2].map(() => send(citizen, id, 0, new Uint8Array(5))));
  putting.mockRestore();

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  expect((await ask('HEAD', `/upload/${id}`, headersOf(citizen))).headers.get('upload-offset')).toBe('5');
});

test('an empty piece does not extend the expiry of an upload', async () => {
  const id = await begin(citizen, 10);
  const { headers } = await ask('HEAD', `/upload/${id}`, headersOf(citizen));
  api.clock.advance(3_600_000);

  const answer = await send(citizen, id, 0, new Uint8Array(0));

  expect(answer.headers.get('upload-expires')).toBe(headers.get('upload-expires'));
});

test('uploads are deleted with their account', async () => {
  const id = await upload(citizen, await photo('one.png'));

  await citizen.call(deleteAccount, { body: { currentPassword: citizen.password } });

  expect((await api.services.db.select().from(uploads)).filter((row) => row.id === id)).toEqual([]);
});

test('bytes of an upload received before its connection was cut are kept', async () => {
  const bytes = new Uint8Array(200_000).map((_, at) => at % 251);
  const id = await begin(citizen, bytes.length, 'film.mp4', 'video/mp4');
  const cut = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, 70_000)),
  });
  const sent = fetch(`${base}/api/upload/${id}`, {
    method: 'PATCH',
    headers: headersOf(citizen, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
    body: stream,
    duplex: 'half',
    signal: cut.signal,
  } as RequestInit).catch(() => undefined);
  const scratch = tempFolder(api.services.settings.dataDir);
  const sizes = async () =>
    Promise.all((await readdir(scratch)).map(async (name) => (await stat(path.join(scratch, name))).size));
  await expect.poll(sizes, { timeout: 10_000 }).toContain(70_000);
  cut.abort();
  await sent;

  await expect
    .poll(async () => (await ask('HEAD', `/upload/${id}`, headersOf(citizen))).headers.get('upload-offset'))
    .toBe('70000');
  expect((await send(citizen, id, 70_000, bytes.slice(70_000))).status).toBe(204);
  const [row] = await api.services.db.select().from(uploads).where(eq(uploads.id, id));
  const kept = await Promise.all(
    (row?.pieces ?? []).map(async (key) => buffer((await api.services.files.open(key))!.stream)),
  );
  expect(Buffer.concat(kept).equals(bytes)).toBe(true);
});

test('on a full disk a piece of an upload is refused with a message, and the upload resumes later', async () => {
  const id = await begin(citizen, 5);
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const put = vi.spyOn(api.services.files, 'put').mockRejectedValueOnce(full);

  const answer = await send(citizen, id, 0, new Uint8Array(5));
  put.mockRestore();

  expect(answer.status).toBe(507);
  expect(await answer.json()).toMatchObject({ code: 'STORAGE_FULL', message: fileMessage.full });
  expect((await send(citizen, id, 0, new Uint8Array(5))).status).toBe(204);
});
