import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** More parts than any camera or program writes. */
const most = { scans: 40, frames: 1_000, chunks: 20_000, foldedText: 2 * 1024 * 1024 };

/** Whether an image has a plausible number of scans, frames and texts: decoders cannot be interrupted, and minutes of work fit into megabytes. */
export async function hasReasonableSize(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  // By its signature, since the stored type may differ from the received one.
  const begin = (await bytesAt(file, 0, 4))?.toString('latin1') ?? '';
  if (begin.startsWith('\xff\xd8')) return (await countScans(path)) <= most.scans;
  if (begin === 'RIFF') return await hasModestFrames(file);
  if (begin === '\x89PNG') return await hasModestTexts(file);
  return true;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

/** Counts the scans of a JPEG to its end, skipping segments such as thumbnails; a film may hang on behind it. */
async function countScans(path: string): Promise<number> {
  let scans = 0;
  let skip = 0;
  let state: 'data' | 'marker' | 'length' | 'low' = 'data';
  let [isScan, high] = [false, 0];
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = 0; at < bytes.length; at += 1) {
      if (skip > 0) {
        const step = Math.min(skip, bytes.length - at);
        skip -= step;
        at += step - 1;
        continue;
      }
      const byte = bytes[at] ?? 0;
      if (state === 'data') {
        const next = bytes.indexOf(0xff, at);
        if (next === -1) break;
        [at, state] = [next, 'marker'];
      } else if (state === 'marker') {
        if (byte === 0xd9) return scans;
        isScan = byte === 0xda;
        if (byte !== 0xff) state = standsAlone(byte) ? 'data' : 'length';
      } else if (state === 'length') {
        [high, state] = [byte, 'low'];
      } else {
        [skip, state] = [Math.max(0, high * 256 + byte - 2), 'data'];
        if (isScan) scans += 1;
        if (scans > most.scans) return scans;
      }
    }
  }
  return scans;
}

/** Markers without a length: image data, restart, start. */
const standsAlone = (marker: number) => marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);

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
async function eachChunk(file: FileHandle, start: number, look: (head: Buffer) => number | undefined) {
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
