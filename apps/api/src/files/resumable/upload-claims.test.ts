import { listComplaints, type NewComplaint, submitComplaint, uploadMessage } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { photo } from '../../../test/support/media.ts';
import { outcomeOf } from '../../../test/support/outcome.ts';
import type { Person } from '../../../test/support/people.ts';
import { uploadsAt } from '../../../test/support/uploads.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { hashSubmissionKey } from '../../crypto/digest.ts';
import { file, upload as uploads } from '../../db/schema/tables.ts';
import { claimUploads, releaseUploads } from './upload.store.ts';

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

const { upload } = uploadsAt(() => base);

const submit = (who: Person, uploads: readonly string[], key?: string, given: Partial<NewComplaint> = {}) =>
  who.call(
    submitComplaint,
    { form: scene.fields(given), uploads },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  );

const countOf = async (who: Person) => (await who.call(listComplaints, { query: { limit: 100 } })).items.length;
const filesOf = async (complaintId: string) =>
  (await api.services.db.select().from(file)).filter((row) => row.complaintId === complaintId);

test('a repeated submission with an upload returns the same complaint; another one cannot reuse it', async () => {
  const id = await upload(citizen, await photo('one.png'));
  const filed = await submit(citizen, [id], 'a-key-of-this-one');

  expect((await submit(citizen, [id], 'a-key-of-this-one')).id).toBe(filed.id);
  expect(await outcomeOf(submit(citizen, [id], 'a-key-of-another'))).toMatchObject({
    status: 400,
    fields: { uploads: uploadMessage.used },
  });
  expect(await countOf(citizen)).toBe(1);
  expect(await filesOf(filed.id)).toHaveLength(1);
});

test('a submission repeated with its file uploaded again returns the same complaint', async () => {
  const given = await photo('one.png');
  const filed = await submit(citizen, [await upload(citizen, given)], 'sent-by-two-tabs');

  expect((await submit(citizen, [await upload(citizen, given)], 'sent-by-two-tabs')).id).toBe(filed.id);
  expect(await outcomeOf(submit(citizen, [], 'sent-by-two-tabs'))).toMatchObject({ status: 409 });
  expect(await filesOf(filed.id)).toHaveLength(1);
});

test('a refused submission releases its uploads', async () => {
  const id = await upload(citizen, await photo('one.png'));

  expect(await outcomeOf(submit(citizen, [id], 'a-refused-one', { title: 'x' }))).toMatchObject({ status: 400 });

  expect((await submit(citizen, [id], 'a-mended-one')).attachments).toHaveLength(1);
});

/** Delays the first piece that is read until `go`; `reached` resolves when it is asked for. */
function holdReading() {
  const { files } = api.services;
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = files.open.bind(files);
  const spy = vi.spyOn(files, 'open').mockImplementationOnce(async (key) => {
    reached.resolve();
    await held.promise;
    return open(key);
  });
  return { reached: reached.promise, go: () => (held.resolve(), spy.mockRestore()) };
}

test('a refused request frees no upload that another request with its key is filing', async () => {
  const id = await upload(citizen, await photo('one.png'));
  const { reached, go } = holdReading();
  const filing = submit(citizen, [id], 'a-key-of-twins');
  await reached;

  expect(await outcomeOf(submit(citizen, [id], 'a-key-of-twins', { title: 'x' }))).toMatchObject({ status: 400 });

  const used = { status: 400, fields: { uploads: uploadMessage.used } };
  expect(await outcomeOf(submit(citizen, [id], 'a-key-of-a-third'))).toMatchObject(used);
  go();
  expect((await filing).attachments).toHaveLength(1);
  expect(await outcomeOf(submit(citizen, [id], 'a-key-of-a-third'))).toMatchObject(used);
});

test('a filing leaves alone what a refused request with its key had named', async () => {
  const [own, other] = [await upload(citizen, await photo('one.png')), await upload(citizen, await photo('two.png'))];
  const { reached, go } = holdReading();
  const filing = submit(citizen, [own], 'a-key-of-two');
  await reached;
  const twin = outcomeOf(submit(citizen, [other], 'a-key-of-two'));
  await expect
    .poll(async () => (await api.services.db.select().from(uploads).where(eq(uploads.id, other)))[0]?.claims)
    .toBe(1);
  go();

  expect((await filing).attachments).toHaveLength(1);
  expect(await twin).toMatchObject({ status: 409 });
  expect((await submit(citizen, [other], 'a-key-of-its-own')).attachments).toHaveLength(1);
});

test('uploads that two requests claimed are free only after both were refused', async () => {
  const { db, clock } = api.services;
  const id = await upload(citizen, await photo('one.png'));
  for (let request = 0; request < 2; request += 1) await claimUploads(db, citizen.id, [id], 'claim', clock.now());

  await releaseUploads(db, [id], 'claim', true);
  expect(await claimUploads(db, citizen.id, [id], 'another', clock.now())).toEqual([]);
  await releaseUploads(db, [id], 'claim', true);

  expect(await claimUploads(db, citizen.id, [id], 'another', clock.now())).toHaveLength(1);
});

test('too many uploads, or a wrong field beside uploads, are refused before a byte is read', async () => {
  const id = await upload(citizen, await photo('one.png'));
  const open = vi.spyOn(api.services.files, 'open');

  const many = Array.from({ length: 12 }, () => crypto.randomUUID());
  expect(await outcomeOf(submit(citizen, many))).toMatchObject({ fields: { uploads: uploadMessage.tooMany } });
  expect(await outcomeOf(submit(citizen, [id], 'a-wrong-title', { title: 'x' }))).toMatchObject({ status: 400 });

  expect(open).not.toHaveBeenCalled();
  open.mockRestore();
});

test('simultaneous submissions with one key file one complaint, and all return it', async () => {
  const id = await upload(citizen, await photo('one.png'));

  const all = await Promise.all(Array.from({ length: 5 }, () => submit(citizen, [id], 'five-at-once')));

  expect(new Set(all.map((it) => it.id)).size).toBe(1);
  expect(all[4]?.attachments).toHaveLength(1);
  expect(await countOf(citizen)).toBe(1);
});

test('an upload that was filed is not filed again after its idempotency key was deleted', async () => {
  const id = await upload(citizen, await photo('one.png'));
  await submit(citizen, [id], 'a-forgotten-key');
  const hashed = hashSubmissionKey(api.services.keys, 'a-forgotten-key');
  await api.pool.query('delete from idempotency_key where key = $1', [hashed]);

  expect(await outcomeOf(submit(citizen, [id], 'a-forgotten-key'))).toMatchObject({ status: 409 });
  expect(await outcomeOf(submit(citizen, [id], 'another-new-key'))).toMatchObject({ status: 400 });
});
