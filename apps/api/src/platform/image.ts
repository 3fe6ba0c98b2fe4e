import sharp, { type Sharp } from 'sharp';
import { fileMessage } from '@baraza/contract/file-message';
import { message } from '@baraza/contract/message';
import { hasModestParts } from './image-head.ts';
import { unavailable } from './outage.ts';
import { Refusal } from './refusal.ts';

const jpeg = { kind: 'image', contentType: 'image/jpeg', extension: '.jpg' } as const;
const png = { kind: 'image', contentType: 'image/png', extension: '.png' } as const;
const webp = { kind: 'image', contentType: 'image/webp', extension: '.webp' } as const;
const gif = { kind: 'image', contentType: 'image/gif', extension: '.gif' } as const;

/** What comes in, and as what it is kept. SVG is not among them: it is a program, not a picture. */
export const imageFormats = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/apng': png,
  'image/webp': webp,
  'image/gif': gif,
  'image/avif': webp,
  'image/tiff': jpeg,
};

/** Of all frames together: a picture of a few kilobytes can unfold to gigabytes. */
const limitInputPixels = 40_000_000;
/** Of a picture that comes in several passes all of it has to be held. In bytes. */
const mostHeld = 160_000_000;
/** By the clock on the wall: with several large pictures at once each one takes longer. */
const secondsToDecode = 20;
const photoEdge = 1024;

sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a picture and writes it anew as `contentType`: upright, without EXIF, place, profiles or anything that was
 * hidden in it. Moving pictures go on moving within reason.
 * @throws Refusal when it cannot be decoded, or is too large to be. AppError 503 when it took too long: it may be sound.
 */
export async function remakeImage(
  from: string,
  to: string,
  contentType: string,
  use: 'photo' | 'media',
  seconds = secondsToDecode,
): Promise<void> {
  const refused = new Refusal('FILE_TYPE_REFUSED', use === 'photo' ? message.photoType : fileMessage.broken);
  if (!(await hasModestParts(from))) throw refused;
  try {
    if (!(await canBeHeld(from))) throw refused;
    const animated = use === 'media' && (await isModestAnimation(from, contentType));
    const image = sharp(from, { limitInputPixels, animated, failOn: 'error', sequentialRead: true })
      .timeout({ seconds })
      .autoOrient();
    if (use === 'photo') image.resize(photoEdge, photoEdge, { fit: 'inside', withoutEnlargement: true });
    await encode(image, contentType).toFile(to);
  } catch (error) {
    if (isOwnFault(error)) throw error;
    if (tookTooLong(error)) throw unavailable();
    throw refused;
  }
}

function encode(image: Sharp, contentType: string): Sharp {
  if (contentType === 'image/png') return image.png({ compressionLevel: 6 });
  if (contentType === 'image/webp') return image.webp({ quality: 85 });
  if (contentType === 'image/gif') return image.gif({ effort: 4 });
  return image.jpeg({ quality: 86 });
}

async function canBeHeld(from: string): Promise<boolean> {
  const { width, height, channels, depth, isProgressive, format } = await sharp(from, { limitInputPixels }).metadata();
  if (!isProgressive) return true;
  // A JPEG keeps what it is made of in two bytes each.
  const bytes = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  return width * height * channels * bytes <= mostHeld;
}

async function isModestAnimation(from: string, contentType: string): Promise<boolean> {
  if (contentType !== 'image/gif' && contentType !== 'image/webp') return false;
  const { pages = 1, width, height } = await sharp(from, { limitInputPixels }).metadata();
  return pages > 1 && pages <= 300 && pages * width * height <= limitInputPixels;
}

/** A full disk is no fault of the picture. */
function isOwnFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    ('syscall' in error || /no space left|quota exceeded|unable to open for write/i.test(error.message))
  );
}

/** So does the library say that the time it was given is over. */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && /^timeout: \d+% complete$/m.test(error.message);
}
