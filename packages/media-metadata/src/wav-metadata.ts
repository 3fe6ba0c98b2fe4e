import type { PlayedMedia } from './played-media.ts';

/** Chunks needed to play a recording. All others are metadata: the program, the owner, the place, a picture. */
const kept = new Set(['fmt ', 'fact', 'data']);

/** Limit of chunks in a file; no program writes as many. */
const maxChunks = 1_000;

/** Strips metadata from a wav file; its format and its sound stay. */
export function stripWavMetadata(bytes: Buffer): PlayedMedia | undefined {
  const parts: Buffer[] = [];
  let byteRate = 0;
  for (let [at, count] = [12, 0]; at + 8 <= bytes.length && count < maxChunks; count += 1) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length;
    if (end > bytes.length) return undefined;
    // Chunks start at even positions.
    if (kept.has(name)) parts.push(bytes.subarray(at, end), Buffer.alloc(length % 2));
    if (name === 'fmt ') byteRate = byteRateOf(bytes.subarray(at + 8, end));
    if (name === 'data') {
      if (byteRate === 0 || length === 0) return undefined;
      return { bytes: riff(parts), hasPictures: false, seconds: length / byteRate };
    }
    at = end + (length % 2);
  }
  return undefined;
}

/** Returns the bytes per second; 0 unless the format has a rate and one to eight channels. */
function byteRateOf(format: Buffer): number {
  if (format.length < 16) return 0;
  const channels = format.readUInt16LE(2);
  return channels >= 1 && channels <= 8 && format.readUInt32LE(4) > 0 ? format.readUInt32LE(8) : 0;
}

function riff(parts: readonly Buffer[]): Buffer {
  const head = Buffer.from('RIFF....WAVE', 'latin1');
  const whole = Buffer.concat([head, ...parts]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
