import { buffer } from 'node:stream/consumers';
import {
  addEvidence,
  type Call,
  continueUpload,
  createUpload,
  findUpload,
  getComplaint,
  pdfMessage,
  submitComplaint,
  takeOverComplaint,
  uploadMessage,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { fileAsGuest, openAsGuest } from '../../../test/support/guest.ts';
import { photo } from '../../../test/support/media.ts';
import { letter, pdfFile } from '../../../test/support/pdf.ts';
import { outcomeOf } from '../../../test/support/outcome.ts';
import { uploadEncryption } from '../../../test/support/encrypted-upload.ts';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { file, upload as uploads } from '../../db/schema/tables.ts';

/* Guests encrypt their resumable uploads, so that nobody can read the metadata. */

const api = sharedTestApp();
const tus = { 'tus-resumable': '1.0.0' };
let scene: Scene;
let guest: Call;
let receipt: Awaited<ReturnType<typeof fileAsGuest>>;
let complaintId: string;

beforeAll(async () => {
  scene = await createScene(api);
});
beforeEach(async () => {
  receipt = await fileAsGuest(api, scene);
  complaintId = receipt.id;
  guest = await openAsGuest(api, receipt);
});

/** Uploads what `encrypt` makes of a file, in two pieces. */
async function upload(call: Call, given: File, encrypt: (id: string, bytes: Uint8Array) => Uint8Array<ArrayBuffer>) {
  const name = `filename ${btoa(given.name)},filetype ${btoa(given.type)}`;
  const headers = { ...tus, 'upload-length': String(given.size), 'upload-metadata': name };
  const { id } = await call(createUpload, {}, { headers });
  const bytes = encrypt(id, new Uint8Array(await given.arrayBuffer()));
  // Not at the end of a block of the cipher.
  for (const [from, to] of [
    [0, 101],
    [101, bytes.length],
  ] as const) {
    const piece = { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
    await call(continueUpload, { params: { id }, bytes: new Blob([bytes.slice(from, to)]) }, { headers: piece });
  }
  return id;
}

const evidence = (named: { uploads: string[]; uploadKey?: string }) =>
  guest(addEvidence, { form: { id: complaintId, text: '' }, ...named });
const attachments = async () =>
  (await guest(getComplaint, { params: { id: complaintId } })).history.flatMap((step) => step.attachments ?? []);

test('a guest’s encrypted upload becomes the file, and reveals nothing of it until then', async () => {
  const given = await photo('Ada Obi at home.png');
  const { uploadKey, encrypt } = uploadEncryption();
  const id = await upload(guest, given, encrypt);

  const [row] = await api.services.db.select().from(uploads).where(eq(uploads.id, id));
  const kept = await Promise.all(row!.pieces.map(async (key) => buffer((await api.services.files.open(key))!.stream)));
  expect(kept.map(({ length }) => length)).toEqual([101, given.size - 101]);
  const plain = Buffer.from(await given.arrayBuffer());
  for (let at = 0; at + 8 <= plain.length; at += 8)
    expect(Buffer.concat(kept).includes(plain.subarray(at, at + 8))).toBe(false);
  expect(row?.fileName).toBe('file');

  await evidence({ uploads: [id], uploadKey });

  expect(await attachments()).toMatchObject([{ kind: 'image', fileName: 'image 1.png' }]);
  const stored = (await api.services.db.select().from(file)).find((one) => one.complaintId === complaintId);
  const citizen = await api.citizen();
  const direct = await citizen.call(submitComplaint, { form: scene.fields(), files: { files: [given] } });
  const sameSent = (await api.services.db.select().from(file)).find((one) => one.complaintId === direct.id);
  expect(stored?.sha256).toEqual(sameSent?.sha256);
});

test('a guest’s encrypted PDF is taken without its author and name, and refused with a file inside', async () => {
  const { uploadKey, encrypt } = uploadEncryption();
  const given = letter({ trailer: '/Info<</Author(Ada Obi)>>' });
  const id = await upload(guest, pdfFile(given, 'Ada Obi.pdf'), encrypt);
  const holding = letter({ more: ['<</Type/Filespec/EF<</F 4 0 R>>>>'] });
  const other = await upload(guest, pdfFile(holding), encrypt);

  expect(await outcomeOf(evidence({ uploads: [other], uploadKey }))).toMatchObject({
    status: 415,
    code: 'FILE_TYPE_REFUSED',
    fields: { 'files[0]': expect.stringContaining(pdfMessage['pdf-files']) as string },
  });
  await evidence({ uploads: [id], uploadKey });

  const [kept] = await attachments();
  expect(kept).toMatchObject({ kind: 'document', fileName: 'document 1.pdf' });
  const { rawPayload } = await api.app.inject(kept!.filePath);
  expect([given.includes('Ada Obi'), rawPayload.includes('Ada Obi')]).toEqual([true, false]);
});

test('a guest’s upload is refused without its key or with another, and still works with the right one', async () => {
  const { uploadKey, encrypt } = uploadEncryption();
  const id = await upload(guest, await photo(), encrypt);

  expect(await outcomeOf(evidence({ uploads: [id] }))).toMatchObject({
    status: 400,
    fields: { uploads: uploadMessage.plain },
  });
  for (const wrong of ['', 'short', `${uploadKey}x`, `${uploadKey.slice(0, -1)}g`])
    expect(await outcomeOf(evidence({ uploads: [id], uploadKey: wrong }))).toMatchObject({
      status: 400,
      fields: { uploadKey: expect.any(String) },
    });
  expect(await outcomeOf(evidence({ uploads: [id], uploadKey: uploadEncryption().uploadKey }))).toMatchObject({
    status: 415,
  });
  expect(await attachments()).toEqual([]);

  await evidence({ uploads: [id], uploadKey });
  expect(await attachments()).toHaveLength(1);
});

test('only its guest can access a guest’s upload', async () => {
  const { uploadKey, encrypt } = uploadEncryption();
  const id = await upload(guest, await photo(), encrypt);
  const other = await openAsGuest(api, await fileAsGuest(api, scene));
  const citizen = await api.citizen();

  for (const call of [other, citizen.call])
    expect(await outcomeOf(call(findUpload, { params: { id } }, { headers: tus }))).toMatchObject({ status: 404 });
  expect(
    await outcomeOf(citizen.call(submitComplaint, { form: scene.fields(), uploads: [id], uploadKey })),
  ).toMatchObject({ status: 400, fields: { uploads: uploadMessage.missing } });
});

test('a guest’s uploads are deleted once the complaint has an account', async () => {
  const { encrypt } = uploadEncryption();
  const id = await upload(guest, await photo(), encrypt);
  const { trackingId, receiptCode } = receipt;

  await (await api.citizen()).call(takeOverComplaint, { body: { trackingId, receiptCode } });

  expect(await api.services.db.select().from(uploads).where(eq(uploads.id, id))).toEqual([]);
});

test('a citizen may encrypt uploads too', async () => {
  const citizen = await api.citizen();
  const given = await photo('tap.png');
  const { uploadKey, encrypt } = uploadEncryption();
  const id = await upload(citizen.call, given, encrypt);

  const filed = await citizen.call(submitComplaint, { form: scene.fields(), uploads: [id], uploadKey });

  expect(filed.attachments).toMatchObject([{ kind: 'image', fileName: 'tap.png' }]);
});
