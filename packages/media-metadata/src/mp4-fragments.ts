import { type Box, boxesIn } from './mp4-boxes.ts';
import type { Place } from './mp4-samples.ts';

/* A film in parts (ISO/IEC 14496-12, 8.8): each `moof` says for each track where in the file the samples of the part lie. */

/** Optional fields of a track's `tfhd` after flags and track, in this order: the flag, and its number of bytes. */
const optional = [
  ['base', 0x1, 8],
  ['description', 0x2, 4],
  ['duration', 0x8, 4],
  ['size', 0x10, 4],
] as const;
const baseIsMoof = 0x2_0000;

/** Finds where the media of a film's parts lies; undefined when they say something not understood here. */
export function placesOfParts(bytes: Buffer, moov: Box, parts: readonly Box[]): Place[] | undefined {
  const sizes = usualSizes(bytes, moov);
  const places: Place[] = [];
  for (const part of parts) {
    // Where a track begins that does not say it: behind the one before.
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

/** The tracks of the film with their default sample sizes. */
function usualSizes(bytes: Buffer, moov: Box): Map<number, number> {
  const said = new Map<number, number>();
  for (const extends_ of boxesIn(bytes, moov, 'mvex')) {
    for (const { data, end } of boxesIn(bytes, extends_, 'trex')) {
      if (end - data >= 24) said.set(bytes.readUInt32BE(data + 4), bytes.readUInt32BE(data + 16));
    }
  }
  const sizes = new Map<number, number>();
  for (const track of boxesIn(bytes, moov, 'trak')) {
    const head = boxesIn(bytes, track, 'tkhd')[0];
    const at = head && head.data + (bytes[head.data] === 1 ? 20 : 12);
    if (head === undefined || at === undefined || at + 4 > head.end) continue;
    const id = bytes.readUInt32BE(at);
    sizes.set(id, said.get(id) ?? 0);
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
  // Without one a player finds nothing to play.
  if (!head || head.end - head.data < 8) return 'nothing' as const;
  // The keys of an encrypted film lie beside its media.
  if (boxes.some(({ type }) => type === 'saio')) return undefined;
  const flags = bytes.readUInt32BE(head.data) & 0xff_ffff;
  const track = bytes.readUInt32BE(head.data + 4);
  const said = new Map<string, number>();
  let at = head.data + 8;
  for (const [name, flag, width] of optional) {
    if (!(flags & flag)) continue;
    if (at + width > head.end) return undefined;
    said.set(name, width === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at));
    at += width;
  }
  const base = said.get('base') ?? (flags & baseIsMoof ? moof : behind);
  const usual = said.get('size') ?? sizes.get(track) ?? 0;
  const places: Place[] = [];
  let next = base;
  for (const run of boxes.filter(({ type }) => type === 'trun')) {
    const place = readRun(bytes, run, { base, next, usual });
    if (!place || place.start < 0 || place.end > bytes.length) return undefined;
    if (place.end > place.start) places.push(place);
    next = place.end;
  }
  return { track, places, end: next };
}

/** The samples of a run lie one behind the other. */
function readRun(bytes: Buffer, { data, end }: Box, { base, next, usual }: Record<'base' | 'next' | 'usual', number>) {
  if (end - data < 8) return undefined;
  const flags = bytes.readUInt32BE(data) & 0xff_ffff;
  const count = bytes.readUInt32BE(data + 4);
  const ownOffset = (flags & 0x1) !== 0;
  const table = data + 8 + (ownOffset ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  if (table > end) return undefined;
  const start = ownOffset ? base + bytes.readInt32BE(data + 8) : next;
  if (!(flags & 0x200)) return { start, end: start + count * usual };
  const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const first = table + (flags & 0x100 ? 4 : 0);
  if (table + width * count > end) return undefined;
  let length = 0;
  for (let sample = 0; sample < count; sample += 1) length += bytes.readUInt32BE(first + width * sample);
  return { start, end: start + length };
}
