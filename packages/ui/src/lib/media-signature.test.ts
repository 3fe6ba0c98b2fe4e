import { expect, it } from 'vitest';
import { looksRight } from './media-signature.ts';

const file = (name: string, type: string, bytes: string) =>
  new File([Uint8Array.from(bytes, (sign) => sign.charCodeAt(0))], name, { type });

it.each([
  ['a.jpg', 'image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['a.png', 'image/png', '\x89PNG\r\n\x1a\n'],
  ['a.gif', 'image/gif', 'GIF89a'],
  ['a.webp', 'image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['a.heic', '', '\0\0\0\x18ftypheic'],
  // The name says one picture, the bytes another: it is one all the same.
  ['a.png', 'image/png', '\xff\xd8\xff\xe0'],
  ['a.mp4', 'video/mp4', '\0\0\0\x20ftypisom'],
  ['a.mov', 'video/quicktime', '\0\0\0\x08wide\0\0\0\0mdat'],
  ['a.webm', 'video/webm', '\x1a\x45\xdf\xa3'],
  ['a.ogg', 'video/ogg', 'OggS\0\x02'],
])('takes %s (%s) for what it is', async (...given) => {
  expect(await looksRight(file(...given))).toBe(true);
});

it.each([
  ['a.png', 'image/png', 'Just some words.'],
  ['a.png', 'image/png', ''],
  ['a.svg', 'image/svg+xml', '<svg xmlns="http'],
  ['a.mp4', 'video/mp4', '\x89PNG\r\n\x1a\n'],
  ['a.png', 'image/png', '\x1a\x45\xdf\xa3'],
  ['a.pdf', 'application/pdf', '%PDF-1.7'],
])('takes %s (%s) for nothing it is not', async (...given) => {
  expect(await looksRight(file(...given))).toBe(false);
});
