import { type Box, boxesIn } from './mp4-boxes.ts';

/** Range of bytes that a track plays. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Finds the byte ranges that a film plays; undefined if its tables are of an unknown kind. */
export function playedPlaces(bytes: Buffer, moov: Box): Place[] | undefined {
  const places: Place[] = [];
  for (const track of boxesIn(bytes, moov, 'trak')) {
    const own = placesOf(bytes, tablesOf(bytes, track));
    if (!own || places.length + own.length > maxChunks) return undefined;
    for (const place of own) places.push(place);
  }
  return places;
}

/** Sorts ranges and joins overlapping ones. Their number is then bounded by the size of the media. */
function joined(all: readonly Place[]): Place[] {
  const places: Place[] = [];
  for (const { start, end } of all.toSorted((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last && start <= last.end) places[places.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else places.push({ start, end });
  }
  return places;
}

/** Erases the bytes of the media that no track plays. */
export function blankBetween(bytes: Buffer, media: readonly Box[], played: readonly Place[]): void {
  const places = joined(played);
  // Media and ranges are both sorted, so one pass over each is enough.
  let next = 0;
  for (const { data, end } of media) {
    let at = data;
    while (next < places.length && places[next]!.end <= at) next += 1;
    for (; next < places.length && places[next]!.start < end; next += 1) {
      const place = places[next]!;
      if (place.start > at) bytes.fill(0, at, place.start);
      at = Math.min(Math.max(at, place.end), end);
      // The rest of the range is in the next media box.
      if (place.end > end) break;
    }
    bytes.fill(0, at, end);
  }
}

type Tables = ReadonlyMap<string, Box>;

function tablesOf(bytes: Buffer, track: Box): Tables {
  const inner = (box: Box | undefined, name: string) => box && boxesIn(bytes, box, name)[0];
  const table = inner(inner(inner(track, 'mdia'), 'minf'), 'stbl');
  return new Map(table ? boxesIn(bytes, table).map((box) => [box.type, box]) : []);
}

/** Least common sample size to trust, in bytes: for raw sound some programs write 1. */
const trustedSizeMin = 32;
/** Formats of uncompressed sound, with the bytes per sample and channel; 0: as the entry states. */
const unpacked: Readonly<Record<string, number>> = {
  'raw ': 0,
  NONE: 0,
  twos: 0,
  sowt: 0,
  in24: 3,
  in32: 4,
  fl32: 4,
  fl64: 8,
  alaw: 1,
  ulaw: 1,
};

/** Returns the common size of all samples: the stated one, or for uncompressed sound that of its entry. 0: they differ. */
function commonSampleSize(bytes: Buffer, stated: number, entries: Box | undefined): number | undefined {
  if (stated === 0 || stated >= trustedSizeMin) return stated;
  if (!entries || entries.end - entries.data < 8 + 36 || bytes.readUInt32BE(entries.data + 4) !== 1) return undefined;
  const at = entries.data + 8;
  const format = bytes.toString('latin1', at + 4, at + 8);
  if (format === 'ipcm' || format === 'fpcm') return stated;
  // The second version of the entry states the size in one number.
  if (format === 'lpcm' && bytes.readUInt16BE(at + 16) === 2 && at + 68 <= entries.end)
    return bytes.readUInt32BE(at + 64);
  const width = unpacked[format];
  if (width === undefined) return undefined;
  const size = bytes.readUInt16BE(at + 24) * (width || Math.ceil(bytes.readUInt16BE(at + 26) / 8));
  return stated === 1 || stated === size ? size : undefined;
}

/** Limit of chunks in all tracks. No film of this size has as many: longer tables are meant to waste time. */
const maxChunks = 100_000;

function placesOf(bytes: Buffer, tables: Tables): Place[] | undefined {
  const [sizes, runs] = [tables.get('stsz'), tables.get('stsc')];
  const [short, long] = [tables.get('stco'), tables.get('co64')];
  const offsets = short ?? long;
  // An encrypted film keeps its keys beside the media, where they would be erased.
  if (!sizes || !runs || !offsets || tables.has('saio')) return undefined;
  if (sizes.end - sizes.data < 12 || offsets.end - offsets.data < 8) return undefined;
  const commonSize = commonSampleSize(bytes, bytes.readUInt32BE(sizes.data + 4), tables.get('stsd'));
  const count = bytes.readUInt32BE(sizes.data + 8);
  if (count === 0) return [];
  if (runs.end - runs.data < 20) return undefined;
  if (commonSize === undefined) return undefined;
  if (commonSize === 0 && sizes.data + 12 + 4 * count > sizes.end) return undefined;
  const width = short ? 4 : 8;
  const chunks = bytes.readUInt32BE(offsets.data + 4);
  if (chunks > maxChunks || offsets.data + 8 + width * chunks > offsets.end) return undefined;
  const perChunk = runReader(bytes, runs);
  const places: Place[] = [];
  let sample = 0;
  for (let chunk = 0; chunk < chunks && sample < count; chunk += 1) {
    const at = offsets.data + 8 + width * chunk;
    const start = short ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
    const until = Math.min(count, sample + perChunk(chunk + 1));
    let end = start;
    if (commonSize > 0) end += commonSize * (until - sample);
    else for (let index = sample; index < until; index += 1) end += bytes.readUInt32BE(sizes.data + 12 + 4 * index);
    if (end > bytes.length) return undefined;
    if (end > start) places.push({ start, end });
    sample = until;
  }
  return sample < count ? undefined : places;
}

/** Returns a reader of the samples per chunk. The table lists only changes: call it with ascending numbers. */
function runReader(bytes: Buffer, { data, end }: Box): (chunk: number) => number {
  // The caller checked that the table has room for one entry.
  const entries = Math.min(bytes.readUInt32BE(data + 4), Math.floor((end - data - 8) / 12));
  const entry = (index: number) => data + 8 + 12 * index;
  let index = 0;
  return (chunk) => {
    while (index + 1 < entries && bytes.readUInt32BE(entry(index + 1)) <= chunk) index += 1;
    return entries === 0 ? 0 : bytes.readUInt32BE(entry(index) + 4);
  };
}
