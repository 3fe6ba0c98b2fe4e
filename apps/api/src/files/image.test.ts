import { mkdtemp, rm, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { message } from '@baraza/contract/core/message';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodingFailure, remakeImage } from './image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'image-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('an image that timed out gets 503, and is not called broken', () => {
  expect(decodingFailure(new Error('timeout: 42% complete'))).toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
    message: message.unavailable,
    extra: { retryAfter: 5 },
  });
});

it('an image is refused as broken if it cannot be decoded, not if the disk is full', () => {
  const full = new Error('wbuffer_write: No space left on device');
  expect(decodingFailure(full)).toBe(full);
  const broken = new Error('Input buffer contains unsupported image format');
  expect(decodingFailure(broken)).toMatchObject({ reason: 'broken-image' });
});

it('the image library reports a timeout in the words that the server recognises', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const endless = sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'teal', noise } })
    .blur(50)
    .timeout({ seconds: 1 })
    .png()
    .toBuffer();
  await expect(endless).rejects.toThrow(/^timeout: \d+% complete$/m);
});

it('a truncated image is refused as broken', async () => {
  const from = path.join(folder, 'cut.jpg');
  const whole = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await sharp(whole).toFile(from);
  await truncate(from, whole.length - 400);
  await expect(remakeImage(from, path.join(folder, 'out'), 'image/jpeg', 'media')).rejects.toMatchObject({
    reason: 'broken-image',
  });
});
