import { describe, expect, it } from 'vitest';
import { evidenceKinds, isReadable, mediaKind, refusal, totals, type MediaRules } from './media-rules.ts';

const rules: MediaRules = { kinds: evidenceKinds, maxBytes: 10_000_000 };
const file = (name: string, type: string, size = 1000) => ({ name, type, size });

describe('the kind of a file', () => {
  it('a photo except SVG, and four kinds of video, are accepted', () => {
    for (const type of ['image/jpeg', 'image/heic', 'image/avif']) expect(mediaKind(file('a', type))).toBe('image');
    expect(mediaKind(file('a', 'image/svg+xml'))).toBeNull();
    for (const type of ['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime', 'VIDEO/MP4; codecs=avc1']) {
      expect(mediaKind(file('a', type))).toBe('video');
    }
  });

  it('files of other types are refused, whatever their name', () => {
    for (const type of ['application/zip', 'video/x-msvideo', 'text/html', 'audio/ogg']) {
      expect(mediaKind(file('photo.jpg', type))).toBeNull();
    }
  });

  it('the kind of a file without a type follows from its extension', () => {
    expect(mediaKind(file('IMG_1.HEIC', ''))).toBe('image');
    expect(mediaKind(file('clip.mov', 'application/octet-stream'))).toBe('video');
    expect(mediaKind(file('letter.PDF', ''))).toBe('document');
    expect(mediaKind(file('run.exe', ''))).toBeNull();
    expect(mediaKind(file('jpg', ''))).toBe('image');
    expect(mediaKind(file('', ''))).toBeNull();
  });
});

describe('refusing', () => {
  it('a video over the limit is refused, one exactly at it is not', () => {
    expect(refusal(file('a.mp4', 'video/mp4', 10_000_001), rules)).toBe('size');
    expect(refusal(file('a.mp4', 'video/mp4', 10_000_000), rules)).toBeNull();
  });

  it('a PDF is accepted up to the limit, whether it is declared or only named so', () => {
    expect(refusal(file('a.pdf', 'application/pdf', 10_000_000), rules)).toBeNull();
    expect(refusal(file('a.pdf', '', 10_000_000), rules)).toBeNull();
    expect(refusal(file('a.pdf', 'application/pdf', 10_000_001), rules)).toBe('size');
  });

  it('an office document is refused as one, so that its sender learns to save it as a PDF', () => {
    for (const name of ['a.doc', 'a.DOCX', 'a.xls', 'a.xlsx', 'a.ppt', 'a.odt', 'a.rtf', 'a.pages'])
      expect(refusal(file(name, 'application/octet-stream'), rules)).toBe('office');
  });

  it('a photo over the limit is accepted, since it may still shrink', () => {
    expect(refusal(file('a.jpg', 'image/jpeg', 14_000_000), rules)).toBeNull();
  });

  it('a file of 0 bytes is refused as empty, whatever its kind', () => {
    for (const name of ['a.jpg', 'a.mp4', 'a.pdf']) expect(refusal(file(name, '', 0), rules)).toBe('empty');
  });

  it('a file of a kind that the form does not accept is refused', () => {
    for (const other of [file('a.mp4', 'video/mp4'), file('a.pdf', 'application/pdf'), file('a.docx', '')])
      expect(refusal(other, { ...rules, kinds: ['image'] })).toBe('kind');
    expect(refusal(file('a.zip', 'application/zip'), rules)).toBe('kind');
  });
});

it.each([
  ['JPEG', '\xFF\xD8\xFF\xE0', true],
  ['PNG', '\x89PNG\r\n', true],
  ['AVIF', '\0\0\0\x20ftypavif', true],
  ['WebP', 'RIFF\n\0\0\0WEBP', true],
  ['TIFF', 'II*\0', true],
  ['HEIC', '\0\0\0\x24ftypheic', false],
  ['text', 'Dear office', false],
])('whether a photo can be read is told by its bytes: %s', async (_, head, expected) => {
  expect(await isReadable(new Blob([Uint8Array.from(head, (sign) => sign.charCodeAt(0))]))).toBe(expected);
});

it('the totals of chosen and shrunk sizes leave out refused files', () => {
  const items = [
    { originalSize: 3_900_000, size: 412_000, status: 'ready' },
    { originalSize: 34_200_000, size: 34_200_000, status: 'refused' },
    { originalSize: 1_000_000, size: 1_000_000, status: 'failed' },
  ];
  expect(totals(items)).toEqual({ originals: 4_900_000, toSend: 1_412_000 });
});
