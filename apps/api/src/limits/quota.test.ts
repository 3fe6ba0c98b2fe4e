import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ApiError, submitComplaint, submitFeedback, updateProfile } from '@baraza/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../test/support/server/app.ts';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { failure } from '../../test/support/failure.ts';
import { photo } from '../../test/support/media.ts';

let test: TestApp;
let scene: Scene;
beforeAll(async () => {
  const environment = { DAILY_COMPLAINTS: '5', DAILY_FILES: '8', DAILY_MEGABYTES: '2' };
  test = await createTestApp({ environment });
  scene = await createScene(test);
});
afterAll(() => test.close());

const day = 24 * 3_600_000;
const submit = (person: Person, files: File[] = []) =>
  person.call(submitComplaint, { form: scene.fields(), files: { files } });
const photos = (count: number) => Promise.all(Array.from({ length: count }, () => photo()));

/** Makes a picture that is stored as about a megabyte. */
async function large(): Promise<File> {
  const { default: sharp } = await import('sharp');
  const noise = Buffer.from(Array.from({ length: 620 * 620 * 3 }, () => Math.floor(Math.random() * 256)));
  const bytes = await sharp(noise, { raw: { width: 620, height: 620, channels: 3 } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'noise.png', { type: 'image/png' });
}

it('a citizen past the daily quota of complaints can file again the day after', async () => {
  const [person, other] = [await test.citizen(), await test.citizen()];
  for (let time = 0; time < 5; time += 1) await submit(person);
  const error = await failure(submit(person));
  expect(error).toMatchObject({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: 'You have sent as many complaints as one person can in a day. Please send this one tomorrow.',
  });
  expect(error.retryAfter).toBeGreaterThan(day / 1000 - 60);
  await submit(other);
  test.clock.advance(day);
  const again = test.callAs(await freshToken(person));
  await again(submitComplaint, { form: scene.fields() });
});

it('simultaneous complaints share the daily quota', async () => {
  const person = await test.citizen();
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => submit(person)));
  expect(all.filter((it) => it.status === 'fulfilled')).toHaveLength(5);
  const refusals = all.filter((it) => it.status === 'rejected').map((it) => (it.reason as ApiError).status);
  expect(refusals).toEqual(Array.from({ length: 7 }, () => 429));
});

it('files of complaints, feedback and photos share a daily quota, and refused ones are not stored', async () => {
  const person = await test.citizen();
  const category = await test.category('feedback');
  const praise = { category, title: 'A kind clerk', description: '<p>Thank you.</p>' };
  const name = { first_name: 'Ada', last_name: 'Obi', phone: '+234 800 000 0000', email: person.email };
  await submit(person, await photos(4));
  await person.call(submitFeedback, { form: praise, files: { images: await photos(2) } });
  await person.call(updateProfile, { form: name, files: { file: await photo() } });
  const stored = async () => {
    const names = await readdir(path.join(test.services.settings.dataDir, 'files'), { recursive: true });
    // Folders are kept.
    return names.filter((it) => it.includes(path.sep)).toSorted();
  };
  const before = await stored();
  const text = 'You have sent as many files as one person can in a day. Please send these tomorrow.';
  expect(await failure(submit(person, await photos(2)))).toMatchObject({ status: 429, message: text });
  expect(
    await failure(person.call(submitFeedback, { form: praise, files: { images: await photos(2) } })),
  ).toMatchObject({ status: 429, message: text });
  expect(await stored()).toEqual(before);
  // Refused files were not counted: one more fits, and text alone always does.
  await submit(person, await photos(1));
  expect(await failure(person.call(updateProfile, { form: name, files: { file: await photo() } }))).toMatchObject({
    status: 429,
  });
  await submit(person);
});

it('the bytes of a citizen’s files have a daily quota', async () => {
  const person = await test.citizen();
  await submit(person, [await large()]);
  expect(await failure(submit(person, [await large()]))).toMatchObject({ status: 429 });
  await submit(person, [await photo()]);
});

it('sample accounts have no daily quota', async () => {
  const person = await test.citizen();
  await test.pool.query('update account set demo = true where id = $1', [person.id]);
  const all = await Promise.all(Array.from({ length: 7 }, () => submit(person)));
  expect(all).toHaveLength(7);
});

it('a complaint sent again with its idempotency key counts once in the daily quota', async () => {
  const person = await test.citizen();
  const ids = new Set<string>();
  for (let time = 0; time < 8; time += 1) {
    const headers = { 'idempotency-key': 'one and the same' };
    ids.add((await person.call(submitComplaint, { form: scene.fields() }, { headers })).id);
  }
  expect(ids.size).toBe(1);
  await submit(person);
});

it('simultaneous complaints with one idempotency key count once in the daily quota', async () => {
  const person = await test.citizen();
  const headers = { 'idempotency-key': 'all at the same time' };
  const send = () => person.call(submitComplaint, { form: scene.fields() }, { headers });
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  for (let time = 0; time < 4; time += 1) await submit(person);
  expect(await failure(submit(person))).toMatchObject({ status: 429 });
});

async function freshToken(person: Person): Promise<string> {
  const { login } = await import('@baraza/contract');
  return (await test.call(login, { body: { email: person.email, password: person.password, type: 'user' } })).token;
}
