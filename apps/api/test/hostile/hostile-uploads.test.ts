import { access, readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Complaint, submitComplaint, submitFeedback, updateProfile } from '@baraza/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../src/files/temp-files.ts';
import { type Person, sharedTestApp } from '../support/server/app.ts';
import { createScene, type Scene } from '../support/complaints.ts';
import { failure } from '../support/failure.ts';
import { bytesOf } from './half-characters.ts';
import { boundary, formBytes } from './fuzz-requests.ts';
import { hostileAvifs } from './hostile-avif.ts';
import {
  carriers,
  type HostileFile,
  mark,
  oddNames,
  picture,
  pngWithHugeText,
  refusedFiles,
  refusedRecordings,
} from './hostile-files.ts';
import { outcomeOf } from '../support/outcome.ts';
import { pourBody } from './pour-body.ts';

/*
 * Files, names and addresses of files made to hurt.
 */

const test = sharedTestApp();
let scene: Scene;
let citizen: Person;
beforeAll(async () => {
  scene = await createScene(test);
  citizen = scene.citizen;
});

const scratch = () => readdir(tempFolder(test.services.settings.dataDir));
const toFile = ({ bytes, name, type }: HostileFile) => new File([new Uint8Array(bytes)], name, { type });
const send = (part: 'files' | 'audio', file: HostileFile) =>
  citizen.call(submitComplaint, { form: scene.fields(), files: { [part]: toFile(file) } });
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

describe('a file that is none of those that are taken', () => {
  it('a file of an unsupported kind is refused by every call that takes files', { timeout: 60_000 }, async () => {
    const files = await refusedFiles();
    expect(files.length).toBeGreaterThan(35);
    const category = await test.category('feedback');
    const praise = { category, title: 'A kind clerk', description: '<p>Thank you.</p>' };
    const own = { first_name: 'Ada', last_name: 'Obi', email: citizen.email, phone: '+234 800 000 0000' };
    const found = [];
    for (const file of files) {
      const outcomes = [
        await outcomeOf(send('files', file)),
        await outcomeOf(send('audio', file)),
        await outcomeOf(citizen.call(submitFeedback, { form: praise, files: { images: toFile(file) } })),
        await outcomeOf(citizen.call(updateProfile, { form: own, files: { file: toFile(file) } })),
      ];
      const codes = outcomes.map((it) => (it === 'success' ? it : it.code));
      found.push({ name: file.name, codes: [...new Set(codes)] });
    }
    expect(found).toEqual(files.map(({ name }) => ({ name, codes: ['FILE_TYPE_REFUSED'] })));
    await expect.poll(scratch).toEqual([]);
  });

  it('a forged AVIF or HEIC is refused, and the next sound picture is taken', async () => {
    const found = [];
    for (const file of await hostileAvifs()) {
      const outcome = await outcomeOf(send('files', file));
      found.push([file.name, outcome === 'success' ? outcome : outcome.code]);
    }
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter(([, code]) => code !== 'FILE_TYPE_REFUSED')).toEqual([]);
    const sound = { name: 'sound.avif', type: 'image/avif', bytes: await picture('avif', 200) };
    expect(await outcomeOf(send('files', sound))).toBe('success');
    await expect.poll(scratch).toEqual([]);
  });

  it.each(refusedRecordings)('the broken recording $name is refused', async (file) => {
    expect(await failure(send('audio', file))).toMatchObject({ status: 415, code: 'FILE_TYPE_REFUSED' });
  });

  it('no content of a hostile file is run', async () => {
    await expect(access(`/tmp/${mark}`)).rejects.toThrow('ENOENT');
  });
});

describe('a real picture', () => {
  it('a picture is stored without its hidden content', async () => {
    const files = await carriers();
    for (const file of files) {
      const known = file.bytes.includes(mark) || (await sharp(file.bytes).metadata()).exif !== undefined;
      expect([file.name, known]).toEqual([file.name, true]);
      const { attachments } = await send('files', file);
      const answer = await test.app.inject(attachments[0]?.filePath ?? '');
      const { exif, xmp, iptc, icc, comments } = await sharp(answer.rawPayload).metadata();
      expect({ name: file.name, exif, xmp, iptc, icc, comments }).toEqual({ name: file.name });
      expect(answer.rawPayload.includes(mark)).toBe(false);
      expect(answer.rawPayload.includes('script')).toBe(false);
      expect(answer.headers['content-type']).toMatch(/^image\/(jpeg|png|gif|webp)$/);
    }
  });

  it('a picture with 300 MB of compressed text takes no memory', { timeout: 60_000 }, async () => {
    const bytes = await pngWithHugeText();
    expect(bytes.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5);
    const outcome = await outcomeOf(send('files', { name: 'text.png', type: 'image/png', bytes }));
    clearInterval(watch);
    expect(outcome).toBe('success');
    expect(megabytes(highest - before)).toBeLessThan(300);
  });
});

describe('a name', () => {
  const post = (payload: Buffer) => {
    const headers = {
      authorization: `Bearer ${citizen.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    };
    return test.app.inject({ method: 'POST', url: '/api/complaint', headers, payload });
  };
  const submit = (fileName: string, bytes: Buffer) =>
    post(formBytes(scene.fields(), [{ name: 'files', fileName, type: 'image/png', bytes }]));

  it('a hostile file name reaches neither the disk nor a header', async () => {
    const bytes = await picture('png');
    const shown = [];
    for (const name of oddNames) {
      const answer = await submit(name, bytes);
      expect([name, answer.statusCode]).toEqual([name, 201]);
      const [attachment] = answer.json<Complaint>().attachments;
      const { headers } = await test.app.inject(attachment?.filePath ?? '');
      shown.push({ fileName: attachment?.fileName ?? '', headers });
    }
    for (const { fileName, headers } of shown) {
      expect(fileName).toMatch(/^[^/\\<>"|:*?\p{C}]+\.png$/iu);
      expect(fileName.length).toBeLessThan(200);
      expect(headers['content-type']).toBe('image/png');
      expect(headers['content-disposition']).toMatch(/^inline; filename="[\w.() -]+"; filename\*=UTF-8''[\w%.~!-]+$/);
      expect(decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1] ?? '')).toBe(fileName);
    }
    const stored = await readdir(path.join(test.services.settings.dataDir, 'files'), { recursive: true });
    expect(stored.filter((name) => !/^[\w/-]+$/.test(name))).toEqual([]);
  });

  it.each(['x\0.png', '\0', 'x.png\0.html'])('a file name with a NUL is refused: %j', async (name) => {
    expect((await submit(name, await picture('png'))).statusCode).toBe(400);
  });

  it.each([
    ['of another alphabet', Buffer.from('caf\xe9.png', 'latin1')],
    ['cut within a character', Buffer.from('日本.png').subarray(1)],
    ['with half of a character', Buffer.concat([bytesOf('x\ud800'), Buffer.from('.png')])],
    ['too long for its character', Buffer.from([0xc0, 0xaf, 0x2e, 0x70, 0x6e, 0x67])],
  ])('a file name in invalid UTF-8 is refused, naming its file: %s', async (_, name) => {
    const mark = 'NAME-GOES-HERE';
    const form = formBytes(scene.fields(), [
      { name: 'files', fileName: mark, type: 'image/png', bytes: await picture('png') },
    ]);
    const at = form.indexOf(mark);
    const answer = await post(Buffer.concat([form.subarray(0, at), name, form.subarray(at + mark.length)]));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'The name of this file cannot be read. Please rename it and send it again.',
      fields: { 'files[0]': expect.stringContaining('Please rename it') },
    });
  });

  it.each(['x\r\nx-injected: 1\r\n\r\n.png', 'x"\r\ncontent-type: text/html\r\n\r\n.png'])(
    'a file name with line breaks does not change the reply: %j',
    async (name) => {
      const answer = await submit(name, await picture('png'));
      expect(answer.headers).not.toHaveProperty('x-injected');
      expect([201, 400, 415]).toContain(answer.statusCode);
    },
  );
});

describe('the address of a file', () => {
  it('a file address with one changed character gets 404', async () => {
    const { attachments } = await send('files', { name: 'a.png', type: 'image/png', bytes: await picture('png') });
    const address = attachments[0]?.filePath ?? '';
    expect((await test.app.inject(address)).statusCode).toBe(200);
    const start = '/api/file/'.length;
    const opened = [];
    for (let at = start; at < address.length; at += 1) {
      for (const character of ['a', 'b', 'X', '0', '7', '-'].filter((it) => it !== address[at])) {
        const edited = `${address.slice(0, at)}${character}${address.slice(at + 1)}`;
        const { statusCode } = await test.app.inject(edited);
        if (statusCode !== 404 && statusCode !== 400) opened.push({ edited, statusCode });
      }
    }
    expect(opened).toEqual([]);
  });

  it.each([
    ['a later end', (url: URL) => url.searchParams.set('expires', '99999999999')],
    ['an end in other words', (url: URL) => url.searchParams.set('expires', `${url.searchParams.get('expires')}.0`)],
    ['the session of somebody else', (url: URL, other: string) => url.searchParams.set('session', other)],
    ['two signatures', (url: URL) => url.searchParams.append('signature', 'x')],
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
    ['an empty one', (url: URL) => url.searchParams.set('signature', '')],
    [
      'its letters in capitals',
      (url: URL) => (url.pathname = url.pathname.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase())),
    ],
    ['a space behind', (url: URL) => (url.pathname += '%20')],
  ])('a file address with %s gets 404', async (_, change) => {
    const { attachments } = await send('files', { name: 'a.png', type: 'image/png', bytes: await picture('png') });
    const url = new URL(attachments[0]?.filePath ?? '', 'http://x');
    const stranger = await test.citizen();
    change(url, stranger.caller.sessionId);
    expect((await test.app.inject(`${url.pathname}${url.search}`)).statusCode).toBe(404);
  });
});

describe('a body without end', () => {
  let port: number;
  beforeAll(async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    port = (test.app.server.address() as AddressInfo).port;
  });

  const pour = (line: string, beginning: string, most: number, each = () => {}) =>
    pourBody(port, { line, token: citizen.token, beginning, megabytes: most, each });

  it(
    'a body of 400 MB is refused with a message, takes no memory and leaves nothing behind',
    { timeout: 60_000 },
    async () => {
      const part = `--bb\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
      const before = process.memoryUsage().rss;
      let highest = before;
      const { answer, socket } = await pour('POST /api/complaint', part, 400, () => {
        highest = Math.max(highest, process.memoryUsage().rss);
      });
      socket.end('0\r\n\r\n');
      expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"FILE_TOO_LARGE"/);
      expect(megabytes(highest - before)).toBeLessThan(300);
      await expect.poll(scratch).toEqual([]);
    },
  );

  it.each([
    ['before the first part', 'no part yet '],
    ['in the head of a part', '--bb\r\ncontent-disposition: form-data; name="file"; x="'],
    ['behind the last part', '--bb\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n--bb--\r\n'],
    ['in a field', '--bb\r\ncontent-disposition: form-data; name="first_name"\r\n\r\n'],
  ])('a request body without an end is refused, %s', async (_, beginning) => {
    const { answer, socket } = await pour('PUT /api/users/update-profile', beginning, 12);
    expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"FILE_TOO_LARGE"/);
    socket.destroy();
  });
});
