import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** More parts than any camera or program writes. */
const most = { scans: 40, frames: 1_000, chunks: 20_000, foldedText: 2 * 1024 * 1024 };

/**
 * Whether an image has a plausible number of parts.
 * Decoders process every scan of a JPEG, frame of a WebP and compressed text of a PNG and cannot be interrupted: a few megabytes of them keep a
 * core busy for minutes.
 */
export async function hasReasonableSize(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    // By its signature, since the stored type may differ from the received one.
    const begin = (await bytesAt(file, 0, 4))?.toString('latin1') ?? '';
    if (begin.startsWith('\xff\xd8')) return (await countScans(path)) <= most.scans;
    if (begin === 'RIFF') return await hasModestFrames(file);
    if (begin === '\x89PNG') return await hasModestTexts(file);
    return true;
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

/** Marker that begins a scan of a JPEG; image data never contains it. */
const scanBegins = Buffer.from('ffda', 'hex');

async function countScans(path: string): Promise<number> {
  let scans = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(scanBegins); at >= 0; at = bytes.indexOf(scanBegins, at + 2)) scans += 1;
    rest = bytes.subarray(-1);
  }
  return scans;
}

async function hasModestFrames(file: FileHandle): Promise<boolean> {
  let frames = 0;
  return eachChunk(file, 12, (head) => {
    if (head.toString('latin1', 0, 4) === 'ANMF') frames += 1;
    const length = head.readUInt32LE(4);
    return frames > most.frames ? undefined : length + (length % 2);
  });
}

const folded = new Set(['zTXt', 'iTXt', 'iCCP']);

async function hasModestTexts(file: FileHandle): Promise<boolean> {
  let text = 0;
  return eachChunk(file, 8, (head) => {
    const length = head.readUInt32BE(0);
    if (folded.has(head.toString('latin1', 4, 8))) text += length;
    return text > most.foldedText ? undefined : length + 4;
  });
}

/** Reads chunk headers of eight bytes to the end of the file; `look` returns the bytes to skip, undefined for too many. */
async function eachChunk(
  file: FileHandle,
  start: number,
  look: (head: Buffer) => number | undefined,
): Promise<boolean> {
  let position = start;
  for (let count = 0; count < most.chunks; count += 1) {
    const head = await bytesAt(file, position, 8);
    if (!head) return true;
    const skipped = look(head);
    if (skipped === undefined) return false;
    position += 8 + skipped;
  }
  return false;
}
