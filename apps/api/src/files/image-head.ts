import { readFile } from 'node:fs/promises';

/** More parts than any camera or program writes. */
const most = { scans: 40, frames: 1_000, chunks: 20_000, foldedText: 2 * 1024 * 1024 };

/** Whether an image has a plausible number of scans, frames and texts: decoders cannot be interrupted, and minutes of work fit into megabytes. */
export async function hasReasonableSize(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  // The signature decides, since the stored type may differ from the received one.
  const begin = bytes.toString('latin1', 0, 4);
  if (begin.startsWith('\xff\xd8')) return countScans(bytes) <= most.scans;
  if (begin === 'RIFF') return hasModestFrames(bytes);
  if (begin === '\x89PNG') return hasModestTexts(bytes);
  return true;
}

/** Counts the scans of a JPEG to its end, skipping segments such as thumbnails; a film may hang on behind it. */
function countScans(bytes: Buffer): number {
  let scans = 0;
  for (let at = 0; at !== -1; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    if (marker === 0xd9) break;
    at += 1;
    if (marker === undefined || standsAlone(marker)) continue;
    if (marker === 0xda) scans += 1;
    if (at + 2 > bytes.length) break;
    at += Math.max(2, bytes.readUInt16BE(at));
  }
  return scans;
}

/** Markers without a length: image data, restart, start. */
const standsAlone = (marker: number) => marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);

function hasModestFrames(bytes: Buffer): boolean {
  let frames = 0;
  return eachChunk(bytes, 12, (at) => {
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') frames += 1;
    const length = bytes.readUInt32LE(at + 4);
    return frames > most.frames ? undefined : length + (length % 2);
  });
}

const folded = new Set(['zTXt', 'iTXt', 'iCCP']);

function hasModestTexts(bytes: Buffer): boolean {
  let text = 0;
  return eachChunk(bytes, 8, (at) => {
    const length = bytes.readUInt32BE(at);
    if (folded.has(bytes.toString('latin1', at + 4, at + 8))) text += length;
    return text > most.foldedText ? undefined : length + 4;
  });
}

/** Goes from one chunk header of eight bytes to the next; `look` returns the bytes to skip, undefined for too many. */
function eachChunk(bytes: Buffer, start: number, look: (at: number) => number | undefined): boolean {
  let at = start;
  for (let count = 0; count < most.chunks; count += 1) {
    if (at + 8 > bytes.length) return true;
    const skipped = look(at);
    if (skipped === undefined) return false;
    at += 8 + skipped;
  }
  return false;
}
