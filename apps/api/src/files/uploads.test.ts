import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { getComplaint, message, submitComplaint } from '@baraza/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { failure } from '../../test/support/failure.ts';
import { recording, voiceNote } from '../../test/support/media.ts';
import { tempFolder } from './temp-files.ts';

const test = sharedTestApp();
let citizen: Person;
let form: { mda: string; category: string; title: string; description: string; location: string; incidentDate: string };
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

const send = (...files: File[]) => citizen.call(submitComplaint, { form, files: { files } });
const file = (bytes: BlobPart, name: string, type: string) => new File([bytes], name, { type });
const fixture = async (name: string, type: string, as = name) =>
  file(await readFile(new URL(`../../../../packages/media-metadata/fixtures/${name}`, import.meta.url)), as, type);
const canvas = (width = 64, height = 48) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const jpeg = async (name = 'photo.jpg') => file(await canvas().jpeg().toBuffer(), name, 'image/jpeg');

async function bytesOf(filePath: string): Promise<Buffer> {
  const answer = await test.app.inject(filePath);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

/** Returns pictures and sound of a film: the content of each `mdat`. */
function mediaOf(film: Buffer): Buffer {
  const media: Buffer[] = [];
  for (let at = 0; at < film.length; at += film.readUInt32BE(at)) {
    if (film.toString('latin1', at + 4, at + 8) === 'mdat') media.push(film.subarray(at, at + film.readUInt32BE(at)));
  }
  return Buffer.concat(media);
}

describe('files that are taken', () => {
  it.each([
    ['clip.mp4', 'video/mp4', 'video/mp4'],
    ['fragmented.mp4', 'video/mp4', 'video/mp4'],
    ['clip.mov', 'video/quicktime', 'video/quicktime'],
    ['clip.mp4', '', 'video/mp4'],
  ])('a file %s, declared as %s, is stored with every byte of the film', async (name, declared, contentType) => {
    const sent = await fixture(name, declared);
    const { attachments } = await send(sent);
    expect(attachments).toMatchObject([{ fileName: name, kind: 'video', contentType, size: sent.size }]);
    const came = await bytesOf(attachments[0]?.filePath ?? '');
    expect(came.length).toBe(sent.size);
    expect(mediaOf(came).length).toBeGreaterThan(100);
    expect(mediaOf(came)).toEqual(mediaOf(Buffer.from(await sent.arrayBuffer())));
  });

  it.each([
    ['clip.webm', 'video/webm', 'Lavf'],
    ['live.webm', 'video/webm', 'Lavf'],
    ['clip.ogv', 'video/ogg', 'Lavc'],
  ])('a film %s is stored at its length, without the program that made it', async (name, contentType, program) => {
    const sent = await fixture(name, contentType);
    expect(Buffer.from(await sent.arrayBuffer()).includes(program)).toBe(true);
    const { attachments } = await send(sent);
    expect(attachments).toMatchObject([{ fileName: name, kind: 'video', contentType, size: sent.size }]);
    expect((await bytesOf(attachments[0]?.filePath ?? '')).includes(program)).toBe(false);
  });

  it.each([
    ['located.mp4', 'video/mp4'],
    ['located.mov', 'video/quicktime'],
  ])('a file %s is stored without the place where it was taken', async (name, type) => {
    const sent = await fixture(name, type);
    const before = Buffer.from(await sent.arrayBuffer());
    expect(before.includes('06.5244')).toBe(true);
    const { attachments } = await send(sent);
    const after = await bytesOf(attachments[0]?.filePath ?? '');
    expect([after.includes('06.5244'), after.includes('camera of a person')]).toEqual([false, false]);
    expect(after.length).toBe(before.length);
    const film = (bytes: Buffer) => bytes.subarray(bytes.indexOf('mdat'), bytes.indexOf('mdat') + 1100);
    expect(film(after)).toEqual(film(before));
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)(
    'a picture as %s is stored in a format that browsers show',
    async (format) => {
      const sent = file(await canvas().toFormat(format).toBuffer(), `picture.${format}`, `image/${format}`);
      const { attachments } = await send(sent);
      expect(['image/jpeg', 'image/png', 'image/webp', 'image/gif']).toContain(attachments[0]?.contentType);
      const { width, height } = await sharp(await bytesOf(attachments[0]?.filePath ?? '')).metadata();
      expect([width, height]).toEqual([64, 48]);
    },
  );

  it.each(['png', 'tiff'] as const)(
    'a large %s is taken with its metadata before or behind the picture',
    async (format) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
      const scan = sharp({ create: { width: 900, height: 700, channels: 3, background: 'teal', noise } });
      const bytes = await scan
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${'x'.repeat(20_000)}</x:xmpmeta>`)
        .toFormat(format)
        .toBuffer();
      expect(bytes.length).toBeGreaterThan(100_000);
      const { attachments } = await send(file(bytes, `scan.${format}`, `image/${format}`));
      expect((await sharp(await bytesOf(attachments[0]?.filePath ?? '')).metadata()).width).toBe(900);
    },
  );

  it('a complaint accepts a recording besides pictures and a video, each in its place', async () => {
    const files = {
      files: [await jpeg('one.jpg'), await fixture('clip.mp4', 'video/mp4'), await jpeg('two.jpg')],
      audio: recording(),
    };
    const { attachments } = await citizen.call(submitComplaint, { form, files });
    expect(attachments.map((it) => [it.fileName, it.kind])).toEqual([
      ['one.jpg', 'image'],
      ['clip.mp4', 'video'],
      ['two.jpg', 'image'],
      ['recording.wav', 'audio'],
    ]);
  });

  it('a camera picture is stored upright and without its location', async () => {
    const exif = { IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' } };
    const bytes = await canvas().withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { attachments } = await send(file(bytes, 'camera.jpg', 'image/jpeg'));
    const shown = await sharp(await bytesOf(attachments[0]?.filePath ?? '')).metadata();
    expect(shown).toMatchObject({ width: 48, height: 64 });
    expect([shown.exif, shown.xmp, shown.icc, shown.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('an animation is stored with its frames', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [90, 90] })
      .toBuffer();
    const { attachments } = await send(file(bytes, 'moving.gif', 'image/gif'));
    expect((await sharp(await bytesOf(attachments[0]?.filePath ?? ''), { animated: true }).metadata()).pages).toBe(2);
  });

  it('bytes behind the end of a picture are removed', async () => {
    const bytes = Buffer.concat([
      await canvas().png().toBuffer(),
      Buffer.from('PK\u0003\u0004 <script>alert(1)</script>'),
    ]);
    const { attachments } = await send(file(bytes, 'both.png', 'image/png'));
    expect((await bytesOf(attachments[0]?.filePath ?? '')).includes('script')).toBe(false);
  });

  it('a film behind a phone picture is removed', async () => {
    const picture = await canvas().jpeg().toBuffer();
    const { attachments } = await send(
      file(Buffer.concat([picture, randomBytes(6_000_000)]), 'motion.jpg', 'image/jpeg'),
    );
    expect((await bytesOf(attachments[0]?.filePath ?? '')).length).toBeLessThan(10_000);
  });

  it.each([
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['C:\\fakepath\\me.jpg', 'me.jpg'],
    ['evil.html', 'evil.jpg'],
    ['.htaccess', 'htaccess.jpg'],
    ['\u202Egpj.exe', 'gpj.jpg'],
    ['line\r\nbreak.jpg', 'linebreak.jpg'],
    ['日本 😀.JPEG', '日本 😀.JPEG'],
    ['"quoted".jpg', 'quoted.jpg'],
    [`${'long'.repeat(80)}.jpg`, `${'long'.repeat(29)}.jpg`],
  ])('a file called %j gets a harmless name', async (given, shown) => {
    const { attachments } = await send(await jpeg(given));
    expect(attachments[0]?.fileName).toBe(shown);
    await bytesOf(attachments[0]?.filePath ?? '');
  });

  it('the empty part of a form without a file is ignored', async () => {
    expect((await send(file('', '', 'application/octet-stream'))).attachments).toEqual([]);
  });
});

describe('files that are refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const { mediaType } = message;
  const heic = Buffer.from('0000002466747970686569630000000068656963', 'hex');
  const refusals: [name: string, make: () => Promise<File>, text: RegExp | string][] = [
    ['a page as a picture', async () => file('<html><script>alert(1)</script>', 'a.png', 'image/png'), mediaType],
    ['an SVG', async () => file(svg, 'a.svg', 'image/svg+xml'), mediaType],
    ['an archive', async () => file(Buffer.from('504b030414000000', 'hex'), 'a.zip', 'application/zip'), mediaType],
    ['a sound among the media', async () => recording(), mediaType],
    ['a video without pictures', () => fixture('sound.webm', 'video/webm'), mediaType],
    ['a video that says it is a picture', () => fixture('clip.mp4', 'image/jpeg'), mediaType],
    [
      'a picture that says it is a video',
      async () => file(await canvas().jpeg().toBuffer(), 'a.mp4', 'video/mp4'),
      mediaType,
    ],
    [
      'the mere head of an mp4',
      async () => file(Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'), 'a.mp4', 'video/mp4'),
      mediaType,
    ],
    ['half an mp4', async () => (await fixture('clip.mp4', 'video/mp4')).slice(0, 900, 'video/mp4') as File, mediaType],
    [
      'half a webm',
      async () => (await fixture('clip.webm', 'video/webm')).slice(0, 500, 'video/webm') as File,
      mediaType,
    ],
    [
      'half a picture',
      async () =>
        file(
          (
            await sharp({
              create: {
                width: 600,
                height: 600,
                channels: 3,
                background: 'red',
                noise: { type: 'gaussian', mean: 128, sigma: 30 },
              },
            })
              .jpeg()
              .toBuffer()
          ).subarray(0, 5000),
          'a.jpg',
          'image/jpeg',
        ),
      /broken or too large/,
    ],
    [
      'a picture of 49 million pixels',
      async () => file(await canvas(7000, 7000).png({ compressionLevel: 9 }).toBuffer(), 'bomb.png', 'image/png'),
      /broken or too large/,
    ],
    ['a kind of picture that is not known here', async () => file(heic, 'a.heic', 'image/heic'), /cannot be read here/],
    ...['', 'application/octet-stream', 'image/jpeg'].map((type): (typeof refusals)[number] => [
      `a HEIC that is declared as ${JSON.stringify(type)}`,
      async () => file(heic, 'IMG_0001.jpg', type),
      /cannot be read here/,
    ]),
    ['a text that says it is a HEIC', async () => file('Dear office', 'a.heic', 'image/heic'), mediaType],
    ['nothing at all', async () => file('', 'empty.jpg', 'image/jpeg'), 'This file is empty.'],
  ];
  it.each(refusals)('an upload refuses a file: %s', async (_, make, text) => {
    const error = await failure(
      send(await jpeg(), new File([await make()], 'second.x', { type: (await make()).type })),
    );
    expect(error).toMatchObject({ status: 415, code: 'FILE_TYPE_REFUSED' });
    expect(error.message).toMatch(text);
    expect(error.fields).toEqual({ 'files[1]': `second.x: ${error.message}` });
  });

  it('a file over 10 MB is refused by name and place', async () => {
    const big = file(new Uint8Array(11 * 1024 * 1024), 'receipt.jpg', 'image/jpeg');
    const error = await failure(send(await jpeg(), big));
    expect(error).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE', message: 'Media size should not exceed 10mb!' });
    expect(error.fields).toEqual({ 'files[1]': 'receipt.jpg: Media size should not exceed 10mb!' });
  });

  it('a file one byte over 10 MB is refused', async () => {
    const error = await failure(send(file(new Uint8Array(10 * 1024 * 1024 + 1), 'a.jpg', 'image/jpeg')));
    expect(error.status).toBe(413);
  });

  it('the eleventh file of a complaint is refused', async () => {
    const error = await failure(send(...(await Promise.all(Array.from({ length: 11 }, () => jpeg())))));
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'You can attach at most 10 files.',
    });
    expect(Object.keys(error.fields)).toEqual(['files[10]']);
  });

  it('all refused files of a form are named at once', async () => {
    const error = await failure(
      send(file('x', 'one.png', 'image/png'), await jpeg(), file('y', 'two.png', 'image/png')),
    );
    expect(Object.keys(error.fields)).toEqual(['files[0]', 'files[2]']);
  });

  it.each([
    ['a picture', () => jpeg()],
    ['a text', async () => file('RIFF....WAVE', 'a.wav', 'audio/wav')],
    ['a voice note of WhatsApp', async () => file(voiceNote(), 'a.ogg', 'audio/ogg')],
    [
      'one that promises more sound than there is',
      async () => {
        const bytes = Buffer.from(await recording().arrayBuffer());
        bytes.writeUInt32LE(0x7fffffff, bytes.indexOf('data') + 4);
        return file(bytes, 'a.wav', 'audio/wav');
      },
    ],
    [
      'one without sound',
      async () => file(Buffer.from(await recording().arrayBuffer()).subarray(0, 44), 'a.wav', 'audio/wav'),
    ],
  ])('a recording is refused: %s', async (_, make) => {
    const error = await failure(citizen.call(submitComplaint, { form, files: { audio: await make() } }));
    expect(error).toMatchObject({ status: 415, message: 'Only a wav recording is accepted.' });
    expect(Object.keys(error.fields)).toEqual(['audio']);
  });

  it('refused files leave nothing in the store', async () => {
    const before = await Array.fromAsync(test.services.files.keysBefore(new Date(Date.now() + 60_000)));
    await failure(send(await jpeg(), file('x', 'bad.png', 'image/png')));
    expect(await Array.fromAsync(test.services.files.keysBefore(new Date(Date.now() + 60_000)))).toEqual(before);
  });
});

describe('the address of a file', () => {
  async function sent() {
    const { id, attachments } = await send(await jpeg());
    return { id, filePath: attachments[0]?.filePath ?? '' };
  }
  const statusOf = async (url: string) => (await test.app.inject(url)).statusCode;

  it('a file is served with its type under a policy that runs nothing', async () => {
    const { filePath } = await sent();
    const { headers } = await test.app.inject(filePath);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="photo.jpg"; filename*=UTF-8''photo.jpg`,
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('a file is served in ranges, and not sent again unless it changed', async () => {
    const { filePath } = await sent();
    const whole = await test.app.inject(filePath);
    const part = await test.app.inject({ url: filePath, headers: { range: 'bytes=2-5' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(2, 6));
    expect(part.headers['content-range']).toBe(`bytes 2-5/${whole.rawPayload.length}`);
    const tail = await test.app.inject({ url: filePath, headers: { range: 'bytes=-3' } });
    expect(tail.rawPayload).toEqual(whole.rawPayload.subarray(-3));
    expect((await test.app.inject({ url: filePath, headers: { range: 'bytes=9999999-' } })).statusCode).toBe(416);
    const again = await test.app.inject({ url: filePath, headers: { 'if-none-match': String(whole.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('a file address works for some minutes, only for its file and session', async () => {
    const { filePath } = await sent();
    const other = await sent();
    const url = new URL(filePath, 'http://x');
    expect(await statusOf(filePath)).toBe(200);
    expect(await statusOf(filePath.replace(/[0-9a-f]{12}\?/, '000000000000?'))).toBe(404);
    expect(await statusOf(`${new URL(other.filePath, 'http://x').pathname}${url.search}`)).toBe(404);
    const signature = url.searchParams.get('signature') ?? '';
    expect(
      await statusOf(
        filePath.replace(
          signature,
          signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        ),
      ),
    ).toBe(404);
    expect(await statusOf(filePath.replace(/expires=\d+/, 'expires=99999999999'))).toBe(404);
    expect(await statusOf(url.pathname)).toBe(404);
    expect(await statusOf(`${filePath}&signature=x`)).toBe(404);
    test.clock.advance(301_000);
    expect(await statusOf(filePath)).toBe(404);
  });

  it('a file address ends with its session', async () => {
    const { id } = await sent();
    const { token } = await test.app
      .inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: citizen.email, password: citizen.password, type: 'user' },
      })
      .then((answer) => answer.json<{ token: string }>());
    const elsewhere = test.callAs(token);
    const { attachments } = await elsewhere(getComplaint, { params: { id } });
    const filePath = attachments[0]?.filePath ?? '';
    expect(await statusOf(filePath)).toBe(200);
    await test.app.inject({ method: 'POST', url: '/api/logout', headers: { authorization: `Bearer ${token}` } });
    expect(await statusOf(filePath)).toBe(404);
  });
});

it('the temporary folder is empty after all uploads', async () => {
  await expect.poll(() => readdir(tempFolder(test.services.settings.dataDir))).toEqual([]);
});
