import sharp, { type Metadata, type Sharp } from 'sharp';
import { hasReasonableSize } from './image-head.ts';
import { unavailable } from '../http/service-errors.ts';
import { RefusedFile } from './refused-file.ts';
import { Semaphore } from '../limits/semaphore.ts';

/** Limit of pixels in all frames: a few kilobytes can decode to gigabytes. */
const limitInputPixels = 40_000_000;
/** Limit of bytes for an image that cannot be decoded by line; a phone's AVIF of 4032 × 3024 pixels fits. */
const mostHeld = 161_000_000;
/** Limit of pixels for encoders that hold the whole image; larger images are shrunk. */
const mostPointsHeld = 5_000_000;
/** Wall-clock limit; several large images at once take longer each. */
const secondsToDecode = 20;
const photoEdge = 1024;

/* Bytes of memory that images share: the largest takes all of it, and several phone photos fit at once. */
const semaphore = new Semaphore(224_000_000, 200);
/** Measured memory of any image, and of each pixel that an encoder holds. */
const [least, byPointHeld] = [30_000_000, 25];

sharp.cache(false);
sharp.concurrency(1);

/** Re-encodes an image, upright and without metadata. @throws RefusedFile when it cannot be decoded; AppError 503 when it takes too long. */
export async function remakeImage(from: string, to: string, contentType: string, use: 'photo' | 'media') {
  const orRefused = (error: unknown) => {
    throw decodingFailure(error);
  };
  if (!(await semaphore.use(least, () => hasReasonableSize(from)))) throw new RefusedFile('broken-image');
  const head = await sharp(from, { limitInputPixels }).metadata().catch(orRefused);
  if (heldBytes(head) > mostHeld) throw new RefusedFile('broken-image');
  const animated = use === 'media' && isModestAnimation(head, contentType);
  await semaphore.use(bytesTaken(head, animated), async () => {
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
  // No second pass for better codes, which would hold the whole image.
  return image.jpeg({ quality: 86, optimiseCoding: false });
}

function heldBytes({ width, height, channels, depth, isProgressive, format, orientation = 1 }: Metadata): number {
  const points = width * height;
  const size = points * channels * (bytesOf[depth] ?? 1);
  // Compressed, decoded and intermediate data: measured, and bounded by a test of the whole server.
  if (format === 'webp') return points * 8;
  if (format === 'gif') return points * 6;
  if (format === 'heif') return size * 4.4;
  // A progressive JPEG keeps two bytes for each coefficient.
  if (isProgressive && format === 'jpeg') return size * 2;
  // TIFF parts may have any size; rotated images are held whole.
  return isProgressive || format === 'tiff' || orientation > 1 ? size : 0;
}

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

/** Limits the longer side for encoders that hold the whole image; undefined for others. */
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

/** Maps a decoding failure: faults of the system, such as a full disk, stay, timeouts become 503, others the refusal. */
export function decodingFailure(error: unknown): unknown {
  const { message = '' } = error as { readonly message?: string };
  if (error instanceof Error && 'syscall' in error) return error;
  if (/no space left|quota exceeded|unable to open for write/i.test(message)) return error;
  return /^timeout: \d+% complete$/m.test(message) ? unavailable() : new RefusedFile('broken-image');
}
