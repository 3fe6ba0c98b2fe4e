import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stripMetadata } from './strip-metadata.ts';
import { boxesIn } from './mp4-boxes.ts';
import { stripWavMetadata } from './wav-metadata.ts';

const mark = Buffer.from('+09.0579+007.4951/');
const hex = (text: string) => Buffer.from(text, 'hex');
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
};
const element = (id: string, data: Buffer) => Buffer.concat([hex(id), hex('01000000'), u32(data.length), data]);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'metadata-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function after(bytes: Buffer, type: string): Promise<Buffer | undefined> {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  return (await stripMetadata(file, type)) ? readFile(file) : undefined;
}
const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));

describe('a recording', () => {
  const wav = (...parts: Buffer[]) => chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...parts]));
  const format = hex('01000100401f0000803e000002001000');

  it('a recording with nothing but format and sound is not changed', async () => {
    const sound = wav(chunk('fmt ', format), chunk('data', Buffer.alloc(1600)));
    expect(await after(sound, 'audio/wav')).toEqual(sound);
  });

  it('the duration of a recording follows from its bytes per second; without these it is refused', () => {
    const strip = (form: Buffer) => stripWavMetadata(wav(chunk('fmt ', form), chunk('data', Buffer.alloc(24_000))));
    expect(strip(format)?.seconds).toBe(1.5);
    expect(strip(hex('01000100401f00000000000002001000'))).toBeUndefined();
  });

  it.each(['LIST', 'bext', 'iXML', 'id3 ', '_PMX', 'junk'])(
    'a recording loses chunks called %s, inside it and after its end',
    async (name) => {
      const [form, data, extra] = [chunk('fmt ', format), chunk('data', Buffer.alloc(1600)), chunk(name, mark)];
      const plain = wav(form, data);
      expect(await after(wav(form, extra, data, extra), 'audio/wav')).toEqual(plain);
      expect(await after(Buffer.concat([plain, mark]), 'audio/wav')).toEqual(plain);
    },
  );
});

describe('a film as webm', () => {
  const tags = element('1254c367', element('7373', element('67c8', element('4487', mark))));
  const attached = element('1941a469', element('61a7', element('465c', Buffer.concat([mark, Buffer.alloc(200)]))));
  const inside = async (more: Buffer) => {
    const film = await fixture('live.webm');
    const start = film.indexOf(hex('18538067')) + 12;
    return Buffer.concat([film.subarray(0, start), more, film.subarray(start)]);
  };
  const metadataOfVorbis = Buffer.concat([
    Buffer.from('\x03vorbis'),
    Buffer.alloc(4),
    hex('01000000'),
    hex('12000000'),
    mark,
    hex('01'),
  ]);
  /** Returns the film from its first cluster on. */
  const pictures = (film: Buffer) => film.subarray(film.indexOf(hex('1f43b675')));

  it.each(['clip.webm', 'live.webm'])(
    'the film %s keeps each byte of its pictures, and names no program',
    async (name) => {
      const [before, rest] = [await fixture(name), await after(await fixture(name), 'video/webm')];
      expect(rest?.length).toBe(before.length);
      expect(before.includes('Lavf')).toBe(true);
      expect(rest?.includes('Lavf')).toBe(false);
      const blockOf = (film: Buffer | undefined) => film?.subarray(film.lastIndexOf(hex('a3')), film.length - 40);
      expect(blockOf(rest)?.length).toBeGreaterThan(20);
      expect(blockOf(rest)).toEqual(blockOf(before));
    },
  );

  it.each([
    ['tags before the pictures', () => inside(tags)],
    ['a file attached to it', () => inside(attached)],
    ['tags after the pictures', async () => Buffer.concat([await fixture('live.webm'), tags])],
    ['bytes after its end', async () => Buffer.concat([await fixture('clip.webm'), mark])],
    ['bytes that form no element', async () => Buffer.concat([await fixture('live.webm'), Buffer.alloc(9), mark])],
    [
      'a title',
      async () => inside(element('1549a966', Buffer.concat([element('2ad7b1', hex('0f4240')), element('7ba9', mark)]))),
    ],
    [
      'the name of a track',
      () =>
        inside(
          element(
            '1654ae6b',
            element('ae', Buffer.concat([element('d7', hex('01')), element('83', hex('01')), element('536e', mark)])),
          ),
        ),
    ],
    [
      'unknown elements of a track',
      () =>
        inside(
          element(
            '1654ae6b',
            element(
              'ae',
              Buffer.concat([element('83', hex('01')), element('4abc', mark), element('e0', element('4abd', mark))]),
            ),
          ),
        ),
    ],
    [
      'the metadata in the head of Vorbis',
      () => {
        const packets = [Buffer.from('\x01vorbis.'), metadataOfVorbis, Buffer.from('\x05vorbis')];
        const lengths = Buffer.from([2, ...packets.slice(0, 2).map((it) => it.length)]);
        const head = element('63a2', Buffer.concat([lengths, ...packets]));
        const codec = element('86', Buffer.from('A_VORBIS'));
        return inside(element('1654ae6b', element('ae', Buffer.concat([element('83', hex('02')), codec, head]))));
      },
    ],
    ['a track of texts', () => fixture('noted.webm')],
  ])('a film as webm loses %s', async (_, made) => {
    const film = await made();
    expect(film.includes(mark)).toBe(true);
    const rest = await after(film, 'video/webm');
    expect(rest?.includes(mark)).toBe(false);
    expect(pictures(rest ?? Buffer.of()).subarray(0, 100)).toEqual(pictures(film).subarray(0, 100));
  });

  it('a film as webm loses tracks nested in tracks at any depth', async () => {
    const depth = 30_000;
    const heads = Array.from({ length: depth }, (_, at) => [hex('ae01000000'), u32(9 * (depth - 1 - at))]);
    const rest = await after(await inside(element('1654ae6b', Buffer.concat(heads.flat()))), 'video/webm');
    expect(rest?.indexOf(hex('ec'))).toBeGreaterThan(0);
  });

  it('a film as webm without a picture is refused', async () => {
    const film = await fixture('live.webm');
    expect(await after(film.subarray(0, film.indexOf(hex('1f43b675'))), 'video/webm')).toBeUndefined();
  });
});

describe('a film as ogg', () => {
  it('a film as ogg loses its metadata and trailing bytes, and each page has its checksum', async () => {
    const film = await fixture('clip.ogv');
    expect(film.includes('Lavc')).toBe(true);
    const rest = (await after(Buffer.concat([film, mark]), 'video/ogg')) ?? Buffer.of();
    expect([rest.length, rest.includes('Lavc'), rest.includes(mark)]).toEqual([film.length, false, false]);
    // Unchanged pages keep the checksum of ffmpeg: the same formula must hold for the changed ones.
    const again = await after(Buffer.from(film), 'video/ogg');
    expect(again).toEqual(rest);
    const changed = [...film.keys()].filter((at) => film[at] !== rest[at]);
    const begin = film.indexOf('\x81theora', 0, 'latin1');
    const end = film.indexOf('\x82theora', 0, 'latin1');
    const sum = film.lastIndexOf('OggS', begin) + 22;
    expect(changed.filter((at) => (at < begin || at > end) && (at < sum || at >= sum + 4))).toEqual([]);
  });

  it('a film as ogg with headers alone is refused', async () => {
    const film = await fixture('clip.ogv');
    const second = film.indexOf('OggS', film.indexOf('\x82theora', 0, 'latin1'));
    expect(await after(film.subarray(0, second), 'video/ogg')).toBeUndefined();
  });
});

describe('another film or recording as ogg', () => {
  // Made by ffmpeg, with the place as metadata.
  it.each(['noted-flac.ogv', 'noted-speex.ogg', 'noted-vp8.ogv'])(
    'the ogg file %s loses its metadata, but no picture or sound',
    async (name) => {
      const film = await fixture(name);
      expect([film.includes(mark), film.includes('Lavf')]).toEqual([true, true]);
      const rest = (await after(Buffer.from(film), 'video/ogg')) ?? Buffer.of();
      expect([rest.length, rest.includes(mark), rest.includes('Lavf')]).toEqual([film.length, false, false]);
      // The metadata is in the second packets, before pictures and sound.
      expect(rest.subarray(-200)).toEqual(film.subarray(-200));
    },
  );

  it('an ogg file loses a stream that is neither pictures nor sound', async () => {
    const film = await fixture('clip.ogv');
    const page = (serial: number, data: Buffer) =>
      Buffer.concat([
        Buffer.from('OggS'),
        hex('0002'),
        Buffer.alloc(8),
        u32(serial),
        Buffer.alloc(8),
        hex('01'),
        Buffer.from([data.length]),
        data,
      ]);
    const texts = page(77, Buffer.concat([Buffer.from('\x80kate\0\0\0'), mark]));
    const rest = (await after(Buffer.concat([texts, film, texts]), 'video/ogg')) ?? Buffer.of();
    expect(rest.includes(mark)).toBe(false);
    expect(rest.subarray(texts.length, texts.length + film.length)).toEqual(await after(film, 'video/ogg'));
  });
});

describe('a film as mp4', () => {
  const within = (film: Buffer, parent: string, more: Buffer): Buffer => {
    const all = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
    const names = all.slice(0, all.indexOf(parent) + 1);
    const rest = Buffer.from(film);
    for (const name of names) {
      const at = rest.indexOf(name) - 4;
      rest.writeUInt32BE(rest.readUInt32BE(at) + more.length, at);
    }
    const at = rest.indexOf(parent) - 4;
    const end = at + rest.readUInt32BE(at) - more.length;
    return Buffer.concat([rest.subarray(0, end), more, rest.subarray(end)]);
  };
  const media = (film: Buffer | undefined) => film?.subarray(film.indexOf('mdat'), film.indexOf('mdat') + 1124);
  const isInMedia = (film: Buffer, at: number) =>
    boxesIn(film, { data: 0, end: film.length }).some((it) => it.type === 'mdat' && it.data <= at && at < it.end);

  it.each(['moov', 'trak', 'stbl'])('a film as mp4 loses a box of any other name in its %s', async (parent) => {
    const film = await fixture('clip.mp4');
    for (const name of ['udta', 'free', 'XMP_', 'abcd', 'meta']) {
      const rest = await after(within(film, parent, box(name, mark)), 'video/mp4');
      expect([name, rest?.includes(mark)]).toEqual([name, false]);
      expect(media(rest)).toEqual(media(film));
    }
  });

  it.each(['free', 'skip', 'wide', 'XMP_', 'PICT', 'uuid', 'mdat'])(
    'a film as mp4 loses a trailing box called %s',
    async (name) => {
      const film = await fixture('clip.mp4');
      const rest = await after(Buffer.concat([film, box(name, mark)]), 'video/mp4');
      expect(rest?.includes(mark)).toBe(false);
      expect(media(rest)).toEqual(media(film));
    },
  );

  it('a film as mp4 loses a track of places from the index and the media', async () => {
    const film = await fixture('clip.mp4');
    const at = film.indexOf('moov') - 4;
    const moov = film.subarray(at + 8, at + film.readUInt32BE(at));
    const table = box(
      'stbl',
      box('stsd', u32(0), u32(0)),
      box('stsc', u32(0), u32(1), u32(1), u32(1), u32(1)),
      box('stsz', u32(0), u32(mark.length), u32(1)),
      box('stco', u32(0), u32(1), u32(film.length + 8)),
    );
    const handler = box('hdlr', u32(0), u32(0), Buffer.from('meta'), Buffer.alloc(13), mark);
    const track = box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', handler, box('minf', table)));
    const noted = Buffer.concat([
      film.subarray(0, at),
      box('skip', Buffer.alloc(film.length - at - 8)),
      box('mdat', mark),
      box('moov', moov, track),
    ]);
    expect(noted.indexOf(mark)).toBe(film.length + 8);
    const rest = await after(noted, 'video/mp4');
    expect(rest?.includes(mark)).toBe(false);
    expect(media(rest)).toEqual(media(film));
  });

  it.each(['edts', 'mvex', 'dinf'])('a film as mp4 loses bytes that form no box in a second %s', async (name) => {
    const film = await fixture('clip.mp4');
    const parent = { edts: 'trak', mvex: 'moov', dinf: 'minf' }[name] ?? '';
    const rest = await after(within(film, parent, box(name, mark)), 'video/mp4');
    expect(rest?.includes(mark)).toBe(false);
    expect(media(rest)).toEqual(media(film));
  });

  it('a film as mp4 loses endlessly nested boxes', async () => {
    const film = await fixture('clip.mp4');
    const depth = 100_000;
    const heads = Array.from({ length: depth }, (_, at) => Buffer.concat([u32(8 * (depth - at)), Buffer.from('trak')]));
    const rest = await after(within(film, 'trak', Buffer.concat(heads)), 'video/mp4');
    expect(rest?.toString('latin1').split('trak').length).toBe(2);
    expect(media(rest)).toEqual(media(film));
  });

  it('a fragmented mp4 film keeps its pictures', async () => {
    const film = await fixture('fragmented.mp4');
    const rest = await after(Buffer.concat([film, box('moof', box('traf', box('uuid', mark)))]), 'video/mp4');
    expect(rest?.includes(mark)).toBe(false);
    expect(media(rest)).toEqual(media(film));
  });

  // Made by ffmpeg, with the places as subtitles.
  it.each(['noted-parts.mp4', 'noted-sound.mov'])(
    'the film %s loses the places stored between its pictures and its sound',
    async (name) => {
      const film = await fixture(name);
      const at = film.indexOf(mark);
      expect(at).toBeGreaterThan(0);
      const rest = (await after(film, 'video/mp4')) ?? Buffer.of();
      expect([rest.length, rest.includes(mark)]).toEqual([film.length, false]);
      const changed = [...film.keys()].filter((it) => film[it] !== rest[it]);
      const elsewhere = changed.filter((it) => it < at - 2 || it >= at + mark.length);
      expect(elsewhere.filter((it) => isInMedia(film, it))).toEqual([]);
    },
  );

  it('a fragmented mp4 film with unknown offsets is not changed', async () => {
    const film = await fixture('noted-parts.mp4');
    // This run is longer than the file.
    film.writeUInt32BE(0x7fff_0000, film.indexOf('trun') + 12);
    expect((await after(film, 'video/mp4'))?.includes(mark)).toBe(true);
  });

  it('a film as mp4 whose tables hold no picture is refused', async () => {
    const film = await fixture('clip.mp4');
    film.writeUInt32BE(0, film.indexOf('stsz') + 12);
    expect(await after(film, 'video/mp4')).toBeUndefined();
  });

  it.each(['stsz', 'stco', 'stsc', 'stsd', 'hdlr'])(
    'a film as mp4 with an empty %s at the end of the file is accepted',
    async (name) => {
      const film = await fixture('clip.mp4');
      const udta = film.readUInt32BE(film.indexOf('udta') - 4);
      const at = film.indexOf('moov') - 4;
      film.writeUInt32BE(film.readUInt32BE(at) - udta, at);
      film.write('free', film.indexOf(name));
      const cut = within(film.subarray(0, -udta), name === 'hdlr' ? 'mdia' : 'stbl', box(name));
      expect(cut.length - cut.lastIndexOf(name)).toBe(4);
      await expect(after(cut, 'video/mp4')).resolves.not.toThrow();
    },
  );
});

it.each(['clip.mp4', 'fragmented.mp4', 'clip.mov'])(
  'the film %s loses the maker and the times of its tracks',
  async (name) => {
    const film = await fixture(name);
    film.fill(1, film.indexOf('mvhd') + 8, film.indexOf('mvhd') + 16);
    expect(film.includes('Handler')).toBe(true);
    const rest = (await after(film, 'video/mp4')) ?? Buffer.of();
    expect([rest.length, rest.includes('Handler')]).toEqual([film.length, false]);
    expect(rest.subarray(rest.indexOf('mvhd') + 8, rest.indexOf('mvhd') + 16)).toEqual(Buffer.alloc(8));
  },
);

it('an mp4 film with very many tables and media boxes is read in one pass', async () => {
  const chunks = 100_000;
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13));
  const sizes = box('stsz', u32(0), u32(32), u32(chunks));
  const runs = box('stsc', u32(0), u32(1), u32(1), u32(1), u32(1));
  const offsets = box('stco', u32(0), u32(chunks), Buffer.concat(Array.from({ length: chunks }, () => u32(24))));
  const tables = box('stbl', sizes, runs, offsets);
  const moov = box('moov', box('trak', box('mdia', handler, box('minf', tables))));
  const media = Array.from({ length: 15_000 }, () => box('mdat'));
  const film = Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(36)), ...media, moov]);
  expect((await after(film, 'video/mp4'))?.length).toBe(film.length);
});
