import { buffer } from 'node:stream/consumers';
import {
  type Call,
  continueUpload,
  createClient,
  createUpload,
  listComplaints,
  quotaMessage,
  submitComplaint,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { uploadEncryption } from '../../../test/support/encrypted-upload.ts';
import { photo } from '../../../test/support/media.ts';
import { outcomeOf } from '../../../test/support/outcome.ts';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { startFakeClamd } from '../../../test/support/server/fake-clamd.ts';
import { injectTransport } from '../../../test/support/server/inject-transport.ts';
import { startObjectStorage } from '../../../test/support/server/object-storage.ts';
import { file, upload as uploads } from '../../db/schema/tables.ts';
import type { Services } from '../../services.ts';
import { openS3Files } from '../s3-files.ts';

/* Resumable uploads are scanned, stored and counted like files of a form. */

const api = sharedTestApp({ environment: { DAILY_FILES: '3' } });
const tus = { 'tus-resumable': '1.0.0' };
let scene: Scene;
let citizen: Person;
const opened: (() => unknown)[] = [];

beforeAll(async () => {
  scene = await createScene(api);
});
beforeEach(async () => {
  citizen = await api.citizen();
});
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Returns the citizen's client at a server with some services replaced. */
async function callAt(change: Partial<Services>): Promise<Call> {
  const app = await api.rebuild(change);
  opened.push(() => app.close());
  return createClient({ token: () => citizen.token, transport: injectTransport(app) });
}

const begin = (call: Call, given: File) => {
  const name = `filename ${btoa(given.name)},filetype ${btoa(given.type)}`;
  const headers = { ...tus, 'upload-length': String(given.size), 'upload-metadata': name };
  return call(createUpload, {}, { headers });
};

const sendPiece = (call: Call, id: string, offset: number, bytes: Blob) => {
  const piece = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return call(continueUpload, { params: { id }, bytes }, { headers: piece });
};

const half = ({ size }: File) => Math.floor(size / 2);

/** Uploads a file in two pieces; returns its id. */
async function upload(call: Call, given: File, encrypt = async (_id: string, plain: Blob) => plain): Promise<string> {
  const { id } = await begin(call, given);
  const bytes = await encrypt(id, given);
  await sendPiece(call, id, 0, bytes.slice(0, half(given)));
  await sendPiece(call, id, half(given), bytes.slice(half(given)));
  return id;
}

const submit = (call: Call, named: { uploads: string[]; uploadKey?: string }) =>
  call(submitComplaint, { form: scene.fields(), ...named });
const filesOf = (complaintId: string) => api.services.db.select().from(file).where(eq(file.complaintId, complaintId));
const rowOf = async (id: string) => (await api.services.db.select().from(uploads).where(eq(uploads.id, id)))[0];
const bytesOf = async (given: Blob) => Buffer.from(await given.arrayBuffer());

/** Counts the citizen's complaints and files, without unfinished uploads. */
async function keptOfCitizen() {
  const { items } = await citizen.call(listComplaints);
  const files = await api.services.db.select().from(file).where(eq(file.accountId, citizen.id));
  return { complaints: items.length, files: files.length };
}

/** Makes a picture that the scanner finds infected. */
async function infectedPhoto(): Promise<File> {
  return new File([await photo(), 'the marker of a virus'], 'tap.png', { type: 'image/png' });
}

/** Returns the citizen's client at a server with a scanner, and the bytes that it scanned. */
async function callAtScanner() {
  const answer = (bytes: Buffer) => (bytes.includes('marker') ? 'stream: Test.Marker.UNOFFICIAL FOUND' : 'stream: OK');
  const scanner = await startFakeClamd({ answer });
  opened.push(() => scanner.close());
  const call = await callAt({ settings: { ...api.services.settings, clamdUrl: scanner.url } });
  return { call, scanned: scanner.seen };
}

test('the virus scanner gets an encrypted resumable upload whole and decrypted', async () => {
  const { call, scanned } = await callAtScanner();
  const [plain, secret] = [await photo('plain.png'), await photo('secret.png', 'red')];
  const { uploadKey, encrypt } = uploadEncryption();
  const encryptBlob = async (id: string, blob: Blob) => new Blob([encrypt(id, await bytesOf(blob))]);

  await submit(call, { uploads: [await upload(call, plain)] });
  await submit(call, { uploads: [await upload(call, secret, encryptBlob)], uploadKey });

  expect(scanned).toEqual([await bytesOf(plain), await bytesOf(secret)]);
});

test('an infected resumable upload is refused at filing, and neither it nor its complaint is kept', async () => {
  const { call } = await callAtScanner();
  const id = await upload(call, await infectedPhoto());

  expect(await outcomeOf(submit(call, { uploads: [id] }))).toMatchObject({
    status: 422,
    code: 'FILE_INFECTED',
    fields: { 'files[0]': expect.stringMatching(/^tap\.png: A virus was found/u) },
  });

  expect(await keptOfCitizen()).toEqual({ complaints: 0, files: 0 });
});

/** Returns the citizen's client at a server with object storage. */
async function callAtObjectStorage() {
  const storage = await startObjectStorage();
  opened.push(() => storage.close());
  const files = await openS3Files(storage.url('files'));
  return { call: await callAt({ files }), storage, files };
}

test('object storage holds a resumable upload in pieces, and as one file once it is filed', async () => {
  const { call, storage, files } = await callAtObjectStorage();
  const given = await photo();
  const id = await upload(call, given);
  const piecesInBucket = (await rowOf(id))?.pieces.map((key) => `bucket/files/${key}`);
  expect([...storage.objects.keys()]).toEqual(piecesInBucket);
  expect(Buffer.concat([...storage.objects.values()])).toEqual(await bytesOf(given));

  const { id: complaintId } = await submit(call, { uploads: [id] });

  const [filed] = await filesOf(complaintId);
  // The pieces are deleted after the reply.
  await expect.poll(() => [...storage.objects.keys()]).toEqual([`bucket/files/${filed?.storageKey}`]);
  const direct = await citizen.call(submitComplaint, { form: scene.fields(), files: { files: [given] } });
  const [sentWithForm] = await filesOf(direct.id);
  const keptWithForm = await api.services.files.open(sentWithForm!.storageKey);
  const kept = await files.open(filed!.storageKey);
  expect(await buffer(kept!.stream)).toEqual(await buffer(keptWithForm!.stream));
});

test('a resumable upload resumes at its offset after object storage was away', async () => {
  const { call, storage } = await callAtObjectStorage();
  const given = await photo();
  const { id } = await begin(call, given);
  await sendPiece(call, id, 0, given.slice(0, half(given)));

  storage.away(true);
  const rest = given.slice(half(given));
  expect(await outcomeOf(sendPiece(call, id, half(given), rest))).toMatchObject({ status: 503 });
  storage.away(false);

  await sendPiece(call, id, half(given), rest);
  expect((await submit(call, { uploads: [id] })).attachments).toMatchObject([{ fileName: 'tap.png' }]);
});

test('a complaint whose file cannot be read from object storage is filed later, with the same upload', async () => {
  const { call, storage } = await callAtObjectStorage();
  const id = await upload(call, await photo());

  storage.away(true);
  expect(await outcomeOf(submit(call, { uploads: [id] }))).toMatchObject({ status: 503 });
  storage.away(false);

  expect((await submit(call, { uploads: [id] })).attachments).toHaveLength(1);
});

test('resumable uploads of a complaint count towards the day’s quota of files', async () => {
  const { call } = citizen;
  const ids = [await upload(call, await photo('one.png')), await upload(call, await photo('two.png'))];
  await submit(call, { uploads: ids });
  await call(submitComplaint, { form: scene.fields(), files: { files: [await photo('three.png')] } });
  const oneTooMany = await upload(call, await photo('four.png'));

  const refused = { status: 429, message: quotaMessage.files };
  expect(await outcomeOf(submit(call, { uploads: [oneTooMany] }))).toMatchObject(refused);

  expect(await keptOfCitizen()).toEqual({ complaints: 2, files: 3 });
  // The upload was released, for the day after.
  expect(await rowOf(oneTooMany)).toMatchObject({ claimedBy: null });
});
