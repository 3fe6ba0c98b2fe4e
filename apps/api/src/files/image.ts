import sharp, { type Metadata, type Sharp } from 'sharp';
import { fileMessage } from '@baraza/contract/core/file-message';
import { message } from '@baraza/contract/core/message';
import { hasReasonableSize } from './image-head.ts';
import { unavailable } from '../http/service-errors.ts';
import { Refusal } from './refusal.ts';
import { Room } from './memory-semaphore.ts';

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
/** Of a picture that cannot be read line by line all of it has to be held. In bytes: an AVIF of the 4032 × 3024 points of a phone fits. */
const mostHeld = 161_000_000;
/** An encoder that holds all of a picture needs many times its size: what has more points is made smaller. */
const mostPointsHeld = 5_000_000;
/** By the clock on the wall: with several large pictures at once each one takes longer. */
const secondsToDecode = 20;
const photoEdge = 1024;

/*
 * What pictures take at the same time, in bytes: the largest that may come takes all of it, and of those from a phone several
 * are made at once. Of the process, like what decodes them.
 */
const room = new Room(224_000_000, 200);
/** What one takes however small it is, and for each point that an encoder holds: as measured. */
const [least, byPointHeld] = [30_000_000, 25];

sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a picture and writes it anew as `contentType`: upright, without EXIF, place, profiles or anything that was
 * hidden in it. Moving pictures go on moving within reason. `gone` is aborted when whoever sent the picture has hung up: one
 * that still waits is not made.
 * @throws Refusal when it cannot be decoded, or is too large to be. AppError 503 when it took too long, or too many wait: it may be sound.
 */
export async function remakeImage(
  from: string,
  to: string,
  contentType: string,
  use: 'photo' | 'media',
  gone?: AbortSignal,
): Promise<void> {
  const refused = new Refusal('FILE_TYPE_REFUSED', use === 'photo' ? message.photoType : fileMessage.broken);
  const orRefused = (error: unknown) => {
    throw decodingFailure(error, refused);
  };
  if (!(await hasReasonableSize(from))) throw refused;
  const head = await sharp(from, { limitInputPixels }).metadata().catch(orRefused);
  if (heldBytes(head) > mostHeld) throw refused;
  const animated = use === 'media' && isModestAnimation(head, contentType);
  await room.use(bytesTaken(head, animated), gone, async () => {
    const image = sharp(from, { limitInputPixels, animated, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: secondsToDecode })
      .autoOrient();
    const edge = use === 'photo' ? photoEdge : animated ? undefined : longestEdge(head, contentType);
    if (edge !== undefined) image.resize(edge, edge, { fit: 'inside', withoutEnlargement: true });
    await encode(image, contentType).toFile(to).catch(orRefused);
  });
}

function encode(image: Sharp, contentType: string): Sharp {
  if (contentType === 'image/png') return image.png({ compressionLevel: 6 });
  if (contentType === 'image/webp') return image.webp({ quality: 85 });
  if (contentType === 'image/gif') return image.gif({ effort: 4 });
  // Better codes would be found in a second pass, for which all of the picture is held.
  return image.jpeg({ quality: 86, optimiseCoding: false });
}

/** How much of a picture has to be in memory at once to decode it. */
function heldBytes({ width, height, channels, depth, isProgressive, format, orientation = 1 }: Metadata): number {
  const points = width * height;
  const size = points * channels * (bytesOf[depth] ?? 1);
  // As it is packed, as it comes out, and what is in between: seen, and held to a bound by a test of the whole server.
  if (format === 'webp') return points * 8;
  if (format === 'gif') return points * 6;
  if (format === 'heif') return size * 4.4;
  // A JPEG in several passes keeps what it is made of in two bytes each.
  if (isProgressive && format === 'jpeg') return size * 2;
  // In TIFF the parts may be of any size. And whatever does not lie as it should is turned.
  return isProgressive || format === 'tiff' || orientation > 1 ? size : 0;
}

/** About as much as the server needs for a picture, its encoder included. */
function bytesTaken(head: Metadata, animated: boolean): number {
  const { width, height, pages = 1, format } = head;
  const points = animated ? width * height * pages : Math.min(width * height, mostPointsHeld);
  const encoder = format === 'webp' || format === 'gif' || format === 'heif' ? points * byPointHeld : 0;
  return least + Math.max(heldBytes(head) * 1.2, encoder);
}

const bytesOf: Record<string, number> = {
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

/** How long a side may be so that the encoder can hold the picture; undefined where it holds no more than a few lines. */
function longestEdge({ width, height }: Metadata, contentType: string): number | undefined {
  if (contentType !== 'image/webp' && contentType !== 'image/gif') return undefined;
  const scale = Math.sqrt(mostPointsHeld / (width * height));
  return scale < 1 ? Math.floor(Math.max(width, height) * scale) : undefined;
}

function isModestAnimation({ pages = 1, width, height }: Metadata, contentType: string): boolean {
  if (contentType !== 'image/gif' && contentType !== 'image/webp') return false;
  const points = width * height;
  return pages > 1 && pages <= 300 && points <= mostPointsHeld && pages * points <= limitInputPixels;
}

/** What is thrown when a picture was not decoded: the server's own fault, 503 when it took too long, else the refusal. */
export function decodingFailure(error: unknown, refused: Refusal): unknown {
  if (isOwnFault(error)) return error;
  return tookTooLong(error) ? unavailable() : refused;
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
