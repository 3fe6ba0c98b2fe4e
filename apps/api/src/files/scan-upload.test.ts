import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { register, submitComplaint, submitFeedback, updateProfile, createClient } from '@baraza/contract';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { type FakeClamd, type FakeClamdOptions, startFakeClamd } from '../../test/support/server/fake-clamd.ts';
import { failure } from '../../test/support/failure.ts';
import { injectTransport } from '../../test/support/server/inject-transport.ts';
import { photo, recording } from '../../test/support/media.ts';
import { letter, pdfFile } from '../../test/support/pdf.ts';
import { scanFile } from './scan-upload.ts';
import { tempFolder } from './temp-files.ts';

const test = sharedTestApp();
let citizen: Person;
let form: { mda: string; category: string; title: string; description: string; location: string; incidentDate: string };
const opened: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  citizen = await test.citizen();
  form = {
    mda: (await test.mda()).id,
    category: await test.category(),
    title: 'A long queue',
    description: '<p>It was long.</p>',
    location: 'Main street',
    incidentDate: test.clock.now().toISOString().slice(0, 10),
  };
});
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function scanner(options?: FakeClamdOptions): Promise<FakeClamd> {
  const fake = await startFakeClamd(options);
  opened.push(() => fake.close());
  return fake;
}

/** A port without a listener. */
async function deadUrl(): Promise<string> {
  const fake = await startFakeClamd();
  await fake.close();
  return fake.url;
}

/** Returns the citizen's client at a server with this scanner. */
async function callWith(clamdUrl: string, token: string | null = citizen.token) {
  const { settings } = test.services;
  const app = await test.rebuild({ settings: { ...settings, clamdUrl } });
  opened.push(() => app.close());
  return createClient({ token: () => token, transport: injectTransport(app) });
}

const infected = (word: string) => (bytes: Buffer) =>
  bytes.includes(word) ? 'stream: Test.Marker.UNOFFICIAL FOUND' : 'stream: OK';

/** An image with bytes behind its end. */
async function marked(name: string): Promise<File> {
  const clean = await photo(name);
  return new File([await clean.arrayBuffer(), 'the marker of a virus'], name, { type: clean.type });
}

const { settings } = { settings: () => test.services.settings };
const tables = async () => {
  const { rows } = await test.pool.query<{ count: string }>(
    'select (select count(*) from file) || $1 || (select count(*) from complaint) as count',
    ['/'],
  );
  const stored = await readdir(path.join(settings().dataDir, 'files'), { recursive: true });
  return { rows: rows[0]?.count, stored: stored.length, temporary: await readdir(tempFolder(settings().dataDir)) };
};

describe('virus scanner', () => {
  it('the virus scanner gets every file whole before anything is stored', async () => {
    const fake = await scanner();
    const call = await callWith(fake.url);
    const [picture, sound] = [await photo(), recording()];
    const { attachments } = await call(submitComplaint, { form, files: { files: [picture], audio: sound } });
    expect(attachments).toHaveLength(2);
    expect(fake.seen).toEqual([Buffer.from(await picture.arrayBuffer()), Buffer.from(await sound.arrayBuffer())]);
  });

  it('the virus scanner gets a PDF as it came, before it is rebuilt', async () => {
    const fake = await scanner({ answer: infected('zq-virus') });
    const call = await callWith(fake.url);
    const sent = letter({ trailer: '/Info<</Author(zq-virus)>>' });
    const error = await failure(call(submitComplaint, { form, files: { files: [pdfFile(sent)] } }));
    expect(error).toMatchObject({ status: 422, code: 'FILE_INFECTED' });
    expect(fake.seen).toEqual([sent]);
  });

  it('an infected file is named in the refusal, and nothing is stored', async () => {
    const fake = await scanner({ answer: infected('marker') });
    const call = await callWith(fake.url);
    const before = await tables();
    const files = [await photo('clean.png'), await marked('bad <b>.png'), await photo('too.png')];
    const error = await failure(call(submitComplaint, { form, files: { files } }));
    expect(error).toMatchObject({
      status: 422,
      code: 'FILE_INFECTED',
      message: 'A virus was found in this file. It was not taken.',
    });
    expect(Object.keys(error.fields)).toEqual(['files[1]']);
    expect(error.fields['files[1]']).toMatch(/^bad .*\.png: A virus was found/);
    expect(await tables()).toEqual(before);
    expect(before.temporary).toEqual([]);
  });

  it('feedback, photos of citizens and registrations are scanned too', async () => {
    const fake = await scanner({ answer: infected('marker') });
    const call = await callWith(fake.url);
    const category = await test.category('feedback');
    const praise = { category, title: 'A kind clerk', description: '<p>Thank you.</p>' };
    const person = { first_name: 'Ada', last_name: 'Obi', phone: '+234 800 000 0000' };
    const file = await marked('face.png');
    const password = 'seven green lamps';
    const tries = [
      call(submitFeedback, { form: praise, files: { images: [file] } }),
      call(updateProfile, { form: { ...person, email: citizen.email }, files: { file } }),
      call(register, {
        form: { ...person, email: 'new@home.example', password, confirmPassword: password },
        files: { file },
      }),
    ];
    for (const error of await Promise.all(tries.map(failure))) expect(error).toMatchObject({ code: 'FILE_INFECTED' });
  });

  const failing: [string, FakeClamdOptions | undefined][] = [
    ['is down', undefined],
    ['hangs up', { cutAfter: 20 }],
    ['says that it cannot', { answer: () => 'INSTREAM size limit exceeded. ERROR' }],
    ['says nothing that makes sense', { answer: () => 'HTTP/1.1 200 OK' }],
    ['only nearly says OK', { answer: () => 'stream: NOT OK' }],
    ['never ends its answer', { answer: () => 'x'.repeat(10_000) }],
  ];
  it.each(failing)('files are refused and not stored while the virus scanner %s', async (_, options) => {
    const call = await callWith(options ? (await scanner(options)).url : await deadUrl());
    const before = await tables();
    const error = await failure(call(submitComplaint, { form, files: { files: [await photo()] } }));
    expect(error).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      message:
        'Files cannot be checked for viruses at the moment, so none is taken. Nothing was saved. Please try again later.',
      retryAfter: 30,
    });
    expect(await tables()).toEqual(before);
    // A complaint without files is filed.
    await call(submitComplaint, { form });
  });

  it('a virus scanner that never replies is given up after its timeout', async () => {
    const mute = await scanner({ answer: () => undefined });
    const file = path.join(settings().dataDir, 'mute');
    await writeFile(file, 'some bytes');
    await expect(scanFile(mute.url, file, 150)).rejects.toThrow('no answer within 0.15 s');
    await expect(scanFile(await deadUrl(), file)).rejects.toThrow(/ECONNREFUSED/);
  });
});
