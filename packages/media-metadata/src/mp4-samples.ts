import { type Box, boxesIn } from './mp4-boxes.ts';

/** Bytes of the media that a track plays. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Finds where the media of a film lies, by its tables; undefined when they say something not understood here. */
export function playedPlaces(bytes: Buffer, moov: Box): Place[] | undefined {
  const places: Place[] = [];
  for (const track of boxesIn(bytes, moov, 'trak')) {
    const own = placesOf(bytes, tablesOf(bytes, track));
    if (!own || places.length + own.length > mostChunks) return undefined;
    for (const place of own) places.push(place);
  }
  return places;
}

/** In order, and none in another: however many a table names, they are then no more than the media has room for. */
function joined(all: readonly Place[]): Place[] {
  const places: Place[] = [];
  for (const { start, end } of all.toSorted((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last && start <= last.end) places[places.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else places.push({ start, end });
  }
  return places;
}

/** Empties what lies in the media and is played by no track. */
export function blankBetween(bytes: Buffer, media: readonly Box[], played: readonly Place[]): void {
  const places = joined(played);
  // Both are in order: each is looked at once.
  let next = 0;
  for (const { data, end } of media) {
    let at = data;
    while (next < places.length && places[next]!.end <= at) next += 1;
    for (; next < places.length && places[next]!.start < end; next += 1) {
      const place = places[next]!;
      if (place.start > at) bytes.fill(0, at, place.start);
      at = Math.min(Math.max(at, place.end), end);
      // The rest of it lies in the media behind.
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

/** Least size of a sample that is believed: for raw sound some programs write 1. */
const leastOfAllAlike = 32;
/** Sound that is not packed, with the bytes of one sample of one channel; 0: as many as the entry says. */
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

/** Bytes of a sample where the table gives all the same few: that, or of unpacked sound what its entry tells. */
function sizeOfAll(bytes: Buffer, said: number, entries: Box | undefined): number | undefined {
  if (said === 0 || said >= leastOfAllAlike) return said;
  if (!entries || entries.end - entries.data < 8 + 36 || bytes.readUInt32BE(entries.data + 4) !== 1) return undefined;
  const at = entries.data + 8;
  const format = bytes.toString('latin1', at + 4, at + 8);
  if (format === 'ipcm' || format === 'fpcm') return said;
  // The second version of the entry says it whole.
  if (format === 'lpcm' && bytes.readUInt16BE(at + 16) === 2 && at + 68 <= entries.end)
    return bytes.readUInt32BE(at + 64);
  const width = unpacked[format];
  if (width === undefined) return undefined;
  const size = bytes.readUInt16BE(at + 24) * (width || Math.ceil(bytes.readUInt16BE(at + 26) / 8));
  return said === 1 || said === size ? size : undefined;
}

/** More than a film of this size has, with all its tracks; past these the tables were made to keep somebody busy. */
const mostChunks = 100_000;

function placesOf(bytes: Buffer, tables: Tables): Place[] | undefined {
  const [sizes, runs] = [tables.get('stsz'), tables.get('stsc')];
  const [short, long] = [tables.get('stco'), tables.get('co64')];
  const offsets = short ?? long;
  // The keys of an encrypted film lie beside its media.
  if (!sizes || !runs || !offsets || tables.has('saio')) return undefined;
  if (sizes.end - sizes.data < 12 || offsets.end - offsets.data < 8) return undefined;
  const all = sizeOfAll(bytes, bytes.readUInt32BE(sizes.data + 4), tables.get('stsd'));
  const count = bytes.readUInt32BE(sizes.data + 8);
  if (count === 0) return [];
  if (runs.end - runs.data < 20) return undefined;
  if (all === undefined) return undefined;
  if (all === 0 && sizes.data + 12 + 4 * count > sizes.end) return undefined;
  const width = short ? 4 : 8;
  const chunks = bytes.readUInt32BE(offsets.data + 4);
  if (chunks > mostChunks || offsets.data + 8 + width * chunks > offsets.end) return undefined;
  const perChunk = runReader(bytes, runs);
  const places: Place[] = [];
  let sample = 0;
  for (let chunk = 0; chunk < chunks && sample < count; chunk += 1) {
    const at = offsets.data + 8 + width * chunk;
    const start = short ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
    const until = Math.min(count, sample + perChunk(chunk + 1));
    let end = start;
    if (all > 0) end += all * (until - sample);
    else for (let one = sample; one < until; one += 1) end += bytes.readUInt32BE(sizes.data + 12 + 4 * one);
    if (end > bytes.length) return undefined;
    if (end > start) places.push({ start, end });
    sample = until;
  }
  return sample < count ? undefined : places;
}

/** Reads how many samples each chunk has. The table lists only changes, so call it with ascending numbers. */
function runReader(bytes: Buffer, { data, end }: Box): (chunk: number) => number {
  // There is room for one at least.
  const entries = Math.min(bytes.readUInt32BE(data + 4), Math.floor((end - data - 8) / 12));
  const entry = (index: number) => data + 8 + 12 * index;
  let index = 0;
  return (chunk) => {
    while (index + 1 < entries && bytes.readUInt32BE(entry(index + 1)) <= chunk) index += 1;
    return entries === 0 ? 0 : bytes.readUInt32BE(entry(index) + 4);
  };
}
