import { readdir } from 'node:fs/promises';
import { createUpload } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { upload } from '../../db/schema/tables.ts';
import { tempFolder } from '../temp-files.ts';

/* Bytes beyond the declared length are refused and stored nowhere. */

const api = sharedTestApp();
const tus = { 'tus-resumable': '1.0.0' };
let base: string;
let citizen: Person;
beforeEach(async () => {
  base ??= await api.app.listen({ port: 0, host: '127.0.0.1' });
  citizen = await api.citizen();
});

const begin = async (length: number) => {
  const headers = { ...tus, 'upload-length': String(length), 'upload-metadata': `filename ${btoa('tap.png')}` };
  return (await citizen.call(createUpload, {}, { headers })).id;
};

/** Sends bytes at the upload's offset. A stream does not announce its length. */
const send = (id: string, offset: number, body: NonNullable<RequestInit['body']>) =>
  fetch(`${base}/api/upload/${id}`, {
    method: 'PATCH',
    headers: {
      ...tus,
      authorization: `Bearer ${citizen.token}`,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body,
    duplex: 'half',
  } as RequestInit);

const bytes = (count: number) => new Uint8Array(count);
const streamOf = (count: number) => new Blob([bytes(count)]).stream();

/** Lists the contents of database, store and temporary folder. */
async function kept(id: string) {
  const [row] = await api.services.db.select().from(upload).where(eq(upload.id, id));
  const stored: string[] = [];
  for await (const key of api.services.files.keysBefore(new Date(Date.now() + 60_000))) stored.push(key);
  const temporary = await readdir(tempFolder(api.services.settings.dataDir));
  return { received: row?.received, pieces: row?.pieces, stored: stored.toSorted(), temporary };
}

test.each([
  ['with a declared length', () => bytes(11), () => bytes(6)],
  ['as a stream without a length', () => streamOf(11), () => streamOf(6)],
])('more bytes than an upload declared are refused and stored nowhere: %s', async (_, tooMany, tooManyMore) => {
  const id = await begin(10);
  const empty = await kept(id);

  expect((await send(id, 0, tooMany())).status).toBe(413);
  expect(await kept(id)).toEqual(empty);

  expect((await send(id, 0, bytes(5))).status).toBe(204);
  const half = await kept(id);
  expect(half).toMatchObject({ received: 5, pieces: [expect.any(String)], temporary: [] });
  expect((await send(id, 5, tooManyMore())).status).toBe(413);
  expect(await kept(id)).toEqual(half);
});
