import { mkdtemp, rm, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileMessage } from '@baraza/contract/core/file-message';
import { message } from '@baraza/contract/core/message';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remakeImage } from './image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'image-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a sound picture for which there was no time may be sent again; it is not called broken', async () => {
  const from = path.join(folder, 'large.jpg');
  // Noise is slow to write anew: many times the second that is given.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const tile = await sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal', noise } })
    .png()
    .toBuffer();
  await sharp({ create: { width: 7_900, height: 5_000, channels: 3, background: 'teal' } })
    .composite([{ input: tile, tile: true }])
    .jpeg()
    .toFile(from);
  const remade = remakeImage(from, path.join(folder, 'out'), 'image/webp', 'media', { seconds: 1 });
  await expect(remade).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
    message: message.unavailable,
    extra: { retryAfter: 5 },
  });
});

it('a picture that is cut off is broken however much time there is', async () => {
  const from = path.join(folder, 'cut.jpg');
  const whole = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await sharp(whole).toFile(from);
  await truncate(from, whole.length - 400);
  await expect(remakeImage(from, path.join(folder, 'out'), 'image/jpeg', 'media')).rejects.toMatchObject({
    code: 'FILE_TYPE_REFUSED',
    message: fileMessage.broken,
  });
});
