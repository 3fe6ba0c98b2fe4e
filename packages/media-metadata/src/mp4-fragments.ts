import { type Box, boxesIn } from './mp4-boxes.ts';
import type { Place } from './mp4-samples.ts';

/* A film in parts (ISO/IEC 14496-12, 8.8): each `moof` names, by track, where in the file the samples of its part are. */

/** Optional fields of a track's `tfhd`, in order: name, flag and number of bytes. */
const optional = [
  ['base', 0x1, 8],
  ['description', 0x2, 4],
  ['duration', 0x8, 4],
  ['size', 0x10, 4],
] as const;
const baseIsMoof = 0x2_0000;

/** Finds the byte ranges played in a film's parts; undefined if their tables are of an unknown kind. */
export function placesOfParts(bytes: Buffer, moov: Box, parts: readonly Box[]): Place[] | undefined {
  const sizes = defaultSizes(bytes, moov);
  const places: Place[] = [];
  for (const part of parts) {
    // A track without a start of its own begins after the one before.
    let behind = part.start;
    for (const own of boxesIn(bytes, part, 'traf')) {
      const read = readTrack(bytes, own, { moof: part.start, behind }, sizes);
      if (read === 'nothing') continue;
      if (!read) return undefined;
      if (sizes.has(read.track)) for (const place of read.places) places.push(place);
      behind = read.end;
    }
  }
  return places;
}

/** Returns the default sample size of each track, by its number. */
function defaultSizes(bytes: Buffer, moov: Box): Map<number, number> {
  const stated = new Map<number, number>();
  for (const extends_ of boxesIn(bytes, moov, 'mvex')) {
    for (const { data, end } of boxesIn(bytes, extends_, 'trex')) {
      if (end - data >= 24) stated.set(bytes.readUInt32BE(data + 4), bytes.readUInt32BE(data + 16));
    }
  }
  const sizes = new Map<number, number>();
  for (const track of boxesIn(bytes, moov, 'trak')) {
    const head = boxesIn(bytes, track, 'tkhd')[0];
    const at = head && head.data + (bytes[head.data] === 1 ? 20 : 12);
    if (head === undefined || at === undefined || at + 4 > head.end) continue;
    const id = bytes.readUInt32BE(at);
    sizes.set(id, stated.get(id) ?? 0);
  }
  return sizes;
}

function readTrack(
  bytes: Buffer,
  own: Box,
  { moof, behind }: { readonly moof: number; readonly behind: number },
  sizes: ReadonlyMap<number, number>,
) {
  const boxes = boxesIn(bytes, own);
  const head = boxes.find(({ type }) => type === 'tfhd');
  // Without a head a player finds nothing to play.
  if (!head || head.end - head.data < 8) return 'nothing' as const;
  // An encrypted film keeps its keys beside the media, where they would be erased.
  if (boxes.some(({ type }) => type === 'saio')) return undefined;
  const flags = bytes.readUInt32BE(head.data) & 0xff_ffff;
  const track = bytes.readUInt32BE(head.data + 4);
  const fields = new Map<string, number>();
  let at = head.data + 8;
  for (const [name, flag, width] of optional) {
    if (!(flags & flag)) continue;
    if (at + width > head.end) return undefined;
    fields.set(name, width === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at));
    at += width;
  }
  const base = fields.get('base') ?? (flags & baseIsMoof ? moof : behind);
  const sampleSize = fields.get('size') ?? sizes.get(track) ?? 0;
  const places: Place[] = [];
  let next = base;
  for (const run of boxes.filter(({ type }) => type === 'trun')) {
    const place = readRun(bytes, run, { base, next, sampleSize });
    if (!place || place.start < 0 || place.end > bytes.length) return undefined;
    if (place.end > place.start) places.push(place);
    next = place.end;
  }
  return { track, places, end: next };
}

/** Returns the byte range of a run, whose samples follow each other. */
function readRun(
  bytes: Buffer,
  { data, end }: Box,
  { base, next, sampleSize }: Record<'base' | 'next' | 'sampleSize', number>,
) {
  if (end - data < 8) return undefined;
  const flags = bytes.readUInt32BE(data) & 0xff_ffff;
  const count = bytes.readUInt32BE(data + 4);
  const ownOffset = (flags & 0x1) !== 0;
  const table = data + 8 + (ownOffset ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  if (table > end) return undefined;
  const start = ownOffset ? base + bytes.readInt32BE(data + 8) : next;
  if (!(flags & 0x200)) return { start, end: start + count * sampleSize };
  const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const first = table + (flags & 0x100 ? 4 : 0);
  if (table + width * count > end) return undefined;
  let length = 0;
  for (let sample = 0; sample < count; sample += 1) length += bytes.readUInt32BE(first + width * sample);
  return { start, end: start + length };
}
