import { type FileHandle, open } from 'node:fs/promises';
import { parseFromTokenizer } from 'music-metadata';
import { readPatiently } from './patient-tokenizer.ts';
import { Refusal } from './refusal.ts';

/**
 * Checks the container of a video or recording: readable, expected streams, complete.
 * @throws Refusal with the given text.
 */
export async function checkContainer(path: string, contentType: string, refusal: string): Promise<void> {
  const sound = (await holdsTogether(path, contentType)) && (await holdsMedia(path, contentType));
  if (!sound) throw new Refusal('FILE_TYPE_REFUSED', refusal);
}

async function holdsMedia(path: string, contentType: string): Promise<boolean> {
  try {
    const { format } = await readPatiently(path, (tokenizer) => parseFromTokenizer(tokenizer, { skipCovers: true }));
    if (contentType !== 'audio/wav') return format.hasVideo === true;
    return format.container === 'WAVE' && (format.duration ?? 0) > 0 && (format.numberOfChannels ?? 9) <= 8;
  } catch {
    return false;
  }
}

async function holdsTogether(path: string, contentType: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (contentType === 'audio/wav') return await riffFits(file, size);
    if (contentType === 'video/webm') return await ebmlFits(file, size);
    if (contentType === 'video/ogg') return await hasFewStreams(file);
    return await boxesFit(file, size);
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

/** ISO base media (mp4, quicktime): consecutive boxes to the end, with a media index. */
async function boxesFit(file: FileHandle, size: number): Promise<boolean> {
  const seen = new Set<string>();
  let position = 0;
  for (let count = 0; position < size; count += 1) {
    const head = await bytesAt(file, position, 8);
    if (!head || count > 10_000) return false;
    const box = await boxSize(file, position, head, size);
    if (box === undefined || position + box > size) return false;
    seen.add(head.toString('latin1', 4, 8));
    position += box;
  }
  return seen.has('moov') && (seen.has('mdat') || seen.has('moof'));
}

async function boxSize(file: FileHandle, position: number, head: Buffer, size: number): Promise<number | undefined> {
  const short = head.readUInt32BE(0);
  if (short === 0) return size - position;
  if (short !== 1) return short >= 8 ? short : undefined;
  const long = await bytesAt(file, position + 8, 8);
  const value = Number(long?.readBigUInt64BE(0) ?? 0n);
  return value >= 16 ? value : undefined;
}

/** RIFF (wav): a format chunk, then complete sound data. */
async function riffFits(file: FileHandle, size: number): Promise<boolean> {
  let hasFormat = false;
  for (let [position, count] = [12, 0]; position + 8 <= size; count += 1) {
    const head = await bytesAt(file, position, 8);
    if (!head || count > 1_000) return false;
    const name = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (position + 8 + length > size) return false;
    if (name === 'data') return hasFormat && length > 0;
    hasFormat ||= name === 'fmt ' && length >= 16;
    // Chunks start at even offsets.
    position += 8 + length + (length % 2);
  }
  return false;
}

const mostStreams = 16;
/** Signature of the first page of an ogg stream. */
const streamBegins = Buffer.from('OggS\0\u0002', 'latin1');

/** Ogg: few streams; the parser would keep each of a hundred thousand. */
async function hasFewStreams(file: FileHandle): Promise<boolean> {
  let streams = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(streamBegins); at >= 0; at = bytes.indexOf(streamBegins, at + 1)) streams += 1;
    if (streams > mostStreams) return false;
    rest = bytes.subarray(1 - streamBegins.length);
  }
  return true;
}

/** EBML (webm): a header, then one segment, of unknown size in live recordings. */
async function ebmlFits(file: FileHandle, size: number): Promise<boolean> {
  const head = await elementAt(file, 0);
  if (head?.length === undefined) return false;
  const segment = await elementAt(file, head.end);
  if (!segment) return false;
  return segment.length === undefined || segment.end <= size;
}

/** Reads an EBML element: four-byte id, then a length of one to eight bytes; all ones mean unknown. */
async function elementAt(
  file: FileHandle,
  position: number,
): Promise<{ length: number | undefined; end: number } | undefined> {
  const head = await bytesAt(file, position, 12);
  const first = head?.[4] ?? 0;
  if (!head || first === 0) return undefined;
  const width = Math.clz32(first) - 23;
  let length = BigInt(first & (0xff >> width));
  for (let index = 1; index < width; index += 1) length = (length << 8n) | BigInt(head[4 + index] ?? 0);
  const unknown = length === (1n << BigInt(7 * width)) - 1n;
  return { length: unknown ? undefined : Number(length), end: position + 4 + width + (unknown ? 0 : Number(length)) };
}
