import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32, createDeflate, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/*
 * Files made to hurt. Their hidden content holds this mark, which tests look for.
 */
export const mark = 'MARK-7f3k92';
const script = `<script>alert("${mark}")</script>`;

export interface HostileFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export async function picture(format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff', edge = 40): Promise<Buffer> {
  return sharp({ create: { width: edge, height: edge, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
}

const pngHead = hex('89504e470d0a1a0a');

/** Makes a grey picture of one bit a pixel: 400 million pixels take 50 kB. */
function pngOf(width: number, height: number, ...more: Buffer[]): Buffer {
  const header = Buffer.concat([u32(width), u32(height), hex('0100000000')]);
  const rows = Buffer.alloc(Math.min(height, 30_000) * (Math.ceil(Math.min(width, 30_000) / 8) + 1));
  return Buffer.concat([
    pngHead,
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.of()),
  ]);
}

/** Makes a text that decompresses to 300 MB. */
export async function pngWithHugeText(): Promise<Buffer> {
  const text = await foldedMegabytes(300, 'x');
  return pngOf(40, 40, pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), text])));
}

async function foldedMegabytes(count: number, of: string | number): Promise<Buffer> {
  const megabyte = Buffer.alloc(1024 * 1024, of);
  const folded = await Readable.from(Array.from({ length: count }, () => megabyte))
    .pipe(createDeflate())
    .toArray();
  return Buffer.concat(folded as Buffer[]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

const ftyp = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isomiso2mp41'));

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../packages/media-metadata/fixtures/${name}`, import.meta.url));

/** Makes a playable film with additions to its index. */
function filmWith(more: Buffer): Buffer {
  const film = fixture('clip.mp4');
  const at = film.indexOf('moov') - 4;
  const moov = film.subarray(at, at + film.readUInt32BE(at));
  return Buffer.concat([film.subarray(0, at), box('moov', moov.subarray(8), more)]);
}

function wav(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.concat([
    Buffer.from('RIFF'),
    u32(0),
    Buffer.from('WAVEfmt '),
    hex('10000000 0100 0100 401f0000 803e0000 0200 1000'),
    Buffer.from('data'),
    hex('40060000'),
    Buffer.alloc(1600),
  ]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  change(bytes);
  return bytes;
}

function wavWithManyParts(): Buffer {
  const sound = wav(() => {});
  const junk = Buffer.concat([Buffer.from('junk'), u32(0)]);
  return Buffer.concat([sound.subarray(0, 36), ...Array.from({ length: 1_000_000 }, () => junk), sound.subarray(36)]);
}

const file = (name: string, type: string, bytes: Buffer | string): HostileFile => ({
  name,
  type,
  bytes: Buffer.from(bytes),
});

/** Makes a picture with too many parts, which would keep a decoder busy for minutes. */
async function tooManyParts() {
  const [jpeg, webp, png] = await Promise.all([picture('jpeg'), picture('webp'), picture('png')]);
  const scan = jpeg.lastIndexOf(hex('ffda'));
  const scans = Array.from({ length: 60 }, () => jpeg.subarray(scan, -2));
  const image = Buffer.concat([Buffer.alloc(16), webp.subarray(12)]);
  image[6] = 39;
  image[9] = 39;
  const frames = Array.from({ length: 1_500 }, () => riffChunk('ANMF', image));
  const canvas = Buffer.concat([hex('02000000 270000 270000')]);
  const moving = Buffer.concat([riffChunk('VP8X', canvas), riffChunk('ANIM', Buffer.alloc(6)), ...frames]);
  const words = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync('x'.repeat(2_000), { level: 0 })]));
  return {
    jpeg: Buffer.concat([jpeg.subarray(0, scan), ...scans, jpeg.subarray(-2)]),
    webp: riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), moving])),
    png: Buffer.concat([png.subarray(0, 33), ...Array.from({ length: 1_200 }, () => words), png.subarray(33)]),
  };
}

function riffChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
}

/** Makes a picture in seven passes, all of whose 200 MB have to be held. */
async function pngInPasses(): Promise<Buffer> {
  const header = Buffer.concat([u32(5_000), u32(5_000), hex('1006000001')]);
  const points = await foldedMegabytes(192, 0);
  return Buffer.concat([pngHead, pngChunk('IHDR', header), pngChunk('IDAT', points), pngChunk('IEND', Buffer.of())]);
}

/** Makes a film of forty streams, each with only a first page. */
function oggOfManyStreams(): Buffer {
  const theora = Buffer.concat([hex('807468656f7261030201'), Buffer.alloc(34)]);
  const pages = Array.from({ length: 40 }, (_, serial) =>
    Buffer.concat([
      hex('4f67675300 02'),
      Buffer.alloc(8),
      u32(serial),
      Buffer.alloc(8),
      Buffer.of(1, theora.length),
      theora,
    ]),
  );
  return Buffer.concat(pages);
}

/** Files of a refused kind, or broken: each must be refused. */
export async function refusedFiles(): Promise<HostileFile[]> {
  const [jpeg, png, gif, webp] = await Promise.all(
    (['jpeg', 'png', 'gif', 'webp'] as const).map((it) => picture(it, 400)),
  );
  const parts = await tooManyParts();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${mark}')">${script}</svg>`;
  const xxe = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`;
  return [
    file('svg-as-png.png', 'image/png', svg),
    file('svg.svg', 'image/svg+xml', svg),
    file('xxe.svg', 'image/svg+xml', xxe),
    file('svg.svgz', 'image/svg+xml', gzipSync(svg)),
    file('html-as-jpg.jpg', 'image/jpeg', `<!doctype html>${script}`),
    file('html.html', 'text/html', `<!doctype html>${script}`),
    file(
      'mvg.png',
      'image/png',
      `push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://127.0.0.1/x.jpg"|touch "/tmp/${mark}")'\npop graphic-context`,
    ),
    file('msl.jpg', 'image/jpeg', `<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>`),
    file('eps.jpg', 'image/jpeg', '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'),
    file('pdf.jpg', 'image/jpeg', '%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>'),
    file('gif-with-script.gif', 'image/gif', `GIF89a/*${'x'.repeat(20)}*/=1;alert("${mark}")//`),
    file(
      'playlist.mp4',
      'video/mp4',
      '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nconcat:http://127.0.0.1/x|file:///etc/passwd\n#EXT-X-ENDLIST',
    ),
    file('zip.png', 'image/png', hex('504b030414000000080000000000')),
    file('exe.png', 'image/png', `MZ${'\0'.repeat(58)}\x80\0\0\0PE\0\0`),
    file('elf.mp4', 'video/mp4', Buffer.concat([hex('7f454c4602010100'), Buffer.alloc(64)])),
    file('shell.jpg', 'image/jpeg', `#!/bin/sh\ntouch /tmp/${mark}`),
    file('eicar.txt', 'text/plain', String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`),
    file('icon.ico', 'image/x-icon', hex('000001000100101010000000000028010000160000')),
    file('photoshop.psd', 'image/vnd.adobe.photoshop', Buffer.concat([Buffer.from('8BPS'), Buffer.alloc(40)])),
    file('bitmap.bmp', 'image/bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])),
    file('sixty-scans.jpg', 'image/jpeg', parts.jpeg),
    file('many-frames.webp', 'image/webp', parts.webp),
    file('many-texts.png', 'image/png', parts.png),
    file('seven-passes.png', 'image/png', await pngInPasses()),
    file('many-streams.ogv', 'video/ogg', oggOfManyStreams()),
    file('three-bytes.jpg', 'image/jpeg', hex('ffd8ff')),
    file('nothing.png', 'image/png', ''),
    file('half.jpg', 'image/jpeg', jpeg?.subarray(0, jpeg.length / 2) ?? ''),
    file('half.png', 'image/png', png?.subarray(0, png.length / 2) ?? ''),
    file('half.webp', 'image/webp', webp?.subarray(0, webp.length / 2) ?? ''),
    file('half.gif', 'image/gif', gif?.subarray(0, 20) ?? ''),
    file('bomb.png', 'image/png', pngOf(20_000, 20_000)),
    file('endless.png', 'image/png', pngOf(2 ** 31 - 1, 2 ** 31 - 1)),
    file('no-size.png', 'image/png', pngOf(0, 0)),
    file(
      'bomb.gif',
      'image/gif',
      hex('474946383961 ffff ffff 800000 000000 ffffff 2c00000000 ffff ffff 00 02 02 4401 00 3b'),
    ),
    file('lying.mp4', 'video/mp4', Buffer.concat([ftyp, hex('ffffffff'), Buffer.from('moov')])),
    file(
      'huge-box.mp4',
      'video/mp4',
      Buffer.concat([ftyp, hex('00000001'), Buffer.from('moov'), hex('7fffffffffffffff')]),
    ),
    file('tiny-box.mp4', 'video/mp4', Buffer.concat([ftyp, hex('00000003'), Buffer.from('moov'), Buffer.alloc(32)])),
    file('no-film.mp4', 'video/mp4', Buffer.concat([ftyp, box('mdat', Buffer.from(script))])),
    file('empty-film.mp4', 'video/mp4', Buffer.concat([ftyp, box('moov'), box('mdat', Buffer.from(script))])),
    file('many-boxes.mp4', 'video/mp4', filmWith(Buffer.concat(Array.from({ length: 350_000 }, () => box('free'))))),
    file(
      'many-elements.webm',
      'video/webm',
      Buffer.concat([fixture('live.webm'), ...Array.from({ length: 1_000_000 }, () => hex('ec80'))]),
    ),
    file('head.webm', 'video/webm', hex('1a45dfa3 9f 42868101 42f78101 42f28104 42f38108 42828477 65626d')),
    file('head.ogv', 'video/ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(60)])),
    file('matroska.mp4', 'video/mp4', hex('1a45dfa3 93 42828 86d6174726f736b61 4287810442858102'.replaceAll(' ', ''))),
    file('flash.mp4', 'video/mp4', Buffer.concat([Buffer.from('FWS\x09'), Buffer.alloc(64)])),
  ];
}

/** Broken recordings. */
export const refusedRecordings: readonly HostileFile[] = [
  file(
    'lying.wav',
    'audio/wav',
    wav((bytes) => bytes.writeUInt32LE(0x7fffffff, 40)),
  ),
  file(
    'endless.wav',
    'audio/wav',
    wav((bytes) => bytes.writeUInt32LE(0xffffffff, 40)),
  ),
  file(
    'no-format.wav',
    'audio/wav',
    wav((bytes) => bytes.write('junk', 12)),
  ),
  file(
    'lying-format.wav',
    'audio/wav',
    wav((bytes) => bytes.writeUInt32LE(0xfffffff0, 16)),
  ),
  file(
    'many-channels.wav',
    'audio/wav',
    wav((bytes) => bytes.writeUInt16LE(65_535, 22)),
  ),
  file(
    'no-rate.wav',
    'audio/wav',
    wav((bytes) => bytes.writeUInt32LE(0, 24)),
  ),
  file('html.wav', 'audio/wav', `RIFF${'\0'.repeat(4)}WAVE${script}`),
  file('many-parts.wav', 'audio/wav', wavWithManyParts()),
  file('page.wav', 'audio/wav', script),
];

/** Real pictures with hidden content: taken, without that content. */
export async function carriers(): Promise<HostileFile[]> {
  const [jpeg, png, gif, webp] = (await Promise.all(
    (['jpeg', 'png', 'gif', 'webp'] as const).map((it) => picture(it)),
  )) as [Buffer, Buffer, Buffer, Buffer];
  const behind = (bytes: Buffer, ...more: (Buffer | string)[]) =>
    Buffer.concat([bytes, ...more.map((it) => Buffer.from(it))]);
  const comment = Buffer.from(script);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(comment.length + 2);
  const withComment = Buffer.concat([jpeg.subarray(0, 2), hex('fffe'), size, comment, jpeg.subarray(2)]);
  const place = {
    IFD0: { Artist: mark, ImageDescription: script },
    IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' },
  };
  const located = (format: 'jpeg' | 'webp' | 'png' | 'avif') =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .withExif(place)
      .toFormat(format)
      .toBuffer();
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${script}`));
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${mark}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return [
    file('jpeg-and-page.jpg', 'image/jpeg', behind(jpeg, `<html>${script}`)),
    file('jpeg-and-archive.jpg', 'image/jpeg', behind(jpeg, hex('504b0304'), mark)),
    file('jpeg-and-pdf.jpg', 'image/jpeg', behind(jpeg, `%PDF-1.4 ${mark}`)),
    file('jpeg-with-comment.jpg', 'image/jpeg', withComment),
    file('png-and-page.png', 'image/png', behind(png, script)),
    file('png-with-text.png', 'image/png', pngOf(40, 40, text)),
    file('gif-and-page.gif', 'image/gif', behind(gif, script)),
    file('webp-and-page.webp', 'image/webp', behind(webp, script)),
    file('with-xmp.jpg', 'image/jpeg', await sharp(jpeg).withXmp(xmp).jpeg().toBuffer()),
    file('with-place.jpg', 'image/jpeg', await located('jpeg')),
    file('with-place.webp', 'image/webp', await located('webp')),
    file('with-place.png', 'image/png', await located('png')),
    file('with-place.avif', 'image/avif', await located('avif')),
  ];
}

/** Names that broke other programs. */
export const oddNames = [
  '../../x.png',
  '..\\..\\x.png',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  '\\\\server\\share\\x.png',
  'file:///etc/passwd',
  'https://evil.example/x.png',
  '~/.ssh/authorized_keys',
  '.htaccess',
  '.png',
  '..',
  '.',
  ' ',
  'con.png',
  'x.png.php',
  'x.php.png',
  'x.html',
  'x.svg',
  'x.png;.html',
  'x.png%00.html',
  '%2e%2e%2fx.png',
  '$(touch x).png',
  '`id`.png',
  '| id #.png',
  `<img src=x onerror=alert(1)>.png`,
  "'; drop table file; --.png",
  '=cmd().png',
  '\u202Egnp.exe',
  'ünïcödé ✓ 日本 😀.png',
  `${'long'.repeat(200)}.png`,
  'e\u0301\u0301\u0301.png',
  'tab\there.png',
];
