import { stripPacket } from './ogg-metadata.ts';
import type { PlayedMedia } from './played-media.ts';

/* Elements of WebM (Matroska), by their ids. */
const segmentId = 0x18538067;
const cluster = 0x1f43b675;
const info = 0x1549a966;
const tracks = 0x1654ae6b;
const blocks = new Set([0xa3, 0xa0, 0xaf]);
/** Positions of the parts (SeekHead, Cues), and elements of a cluster beside its blocks. */
const kept = new Set([0x114d9b74, 0x1c53bb6b, 0xe7, 0xab, 0xa7, 0x5854, ...blocks]);
const track = 0xae;
const trackNumber = 0xd7;
const trackType = 0x83;
const codecId = 0x86;
const codecPrivate = 0x63a2;
const [pictures, sound] = [0xe0, 0xe1];
/** Parts to keep of an element. Elements that are not listed keep all parts. */
const keptWithin: ReadonlyMap<number, ReadonlySet<number>> = new Map([
  // Time scale, duration, and the programs that made the film.
  [info, ids('2ad7b1 4489 4d80 5741')],
  [tracks, new Set([track])],
  // Elements needed to play a track. Its name, tags, checksums of changed parts and unknown elements are removed.
  [
    track,
    ids('d7 73c5 83 b9 88 55aa 9c 6de7 6df8 23e383 234e7a 23314f 55ee 41e4 22b59c 22b59d 86 63a2 56aa 56bb e0 e1 6d80'),
  ],
  // Sizes, crop, aspect, scan order, stereo, transparency, colours, projection.
  [pictures, ids('9a 9d 53b8 53c0 b0 ba 54aa 54bb 54cc 54dd 54b0 54ba 54b2 54b3 2eb524 55b0 7670')],
  [sound, ids('b5 78b5 9f 6264')],
]);
/** Names of programs. WebM requires them, so they become spaces. */
const programs = new Set([0x4d80, 0x5741]);
/** Types of tracks with pictures and sound. Other tracks (subtitles, texts, places) are metadata. */
const playedTypes = new Set([1, 2]);
/** Id of the block in a group of blocks. */
const blockOfGroup = 0xa1;

function ids(hex: string): ReadonlySet<number> {
  return new Set(hex.split(' ').map((id) => Number.parseInt(id, 16)));
}

/** Limit of elements. No film of this size has as many: a longer one is meant to waste time. */
const maxElements = 200_000;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly data: number;
  /** Undefined for an unknown length, as in live recordings. */
  readonly end: number | undefined;
}

/** Strips metadata from a WebM film. Tracks and their blocks stay, the rest becomes empty space of the same length. */
export function stripWebmMetadata(bytes: Buffer): PlayedMedia | undefined {
  const head = elementAt(bytes, 0);
  const segment = head?.end === undefined ? undefined : elementAt(bytes, head.end);
  const end = segment?.end ?? bytes.length;
  if (segment?.id !== segmentId || end > bytes.length) return undefined;
  const { others, hasPictures } = tracksOf(bytes, segment.data, end);
  let [at, count, played] = [segment.data, 0, 0];
  for (const element of elementsOf(bytes, segment.data, end)) {
    const isBlock = blocks.has(element.id);
    const isKept = kept.has(element.id) && !(isBlock && others.has(trackOf(bytes, element)));
    count += 1;
    if (isBlock && isKept) played += 1;
    if (element.id === cluster) at = element.data;
    else if (element.end === undefined || element.end > end) {
      // The last block of a live recording that was cut off may extend past the end.
      if (isKept) at = end;
      break;
    } else {
      blankElement(bytes, { ...element, end: element.end }, isKept);
      at = element.end;
    }
  }
  if (count > maxElements || played === 0) return undefined;
  return { bytes: bytes.subarray(0, at), hasPictures };
}

/** Walks through a segment and its clusters up to the first invalid element. Their length is often unknown. */
function* elementsOf(bytes: Buffer, from: number, to: number): Generator<Element> {
  for (let [at, count] = [from, 0]; at < to && count <= maxElements; count += 1) {
    const element = elementAt(bytes, at);
    if (!element) return;
    yield element;
    at = element.id === cluster ? element.data : (element.end ?? to);
  }
}

function blankElement(bytes: Buffer, element: Part, isKept: boolean): void {
  if (element.id === info || element.id === tracks) blankWithin(bytes, element);
  else if (!isKept) blank(bytes, element.start, element.end);
}

/** Blanks the parts of an element that are not needed to play it. */
function blankWithin(bytes: Buffer, { id, data, end }: Part): void {
  const keptHere = keptWithin.get(id);
  const parts = keptHere ? childrenOf(bytes, data, end) : [];
  const codec = id === track ? parts.find((part) => part.id === codecId) : undefined;
  const isVorbis = codec && bytes.toString('latin1', codec.data, codec.end) === 'A_VORBIS';
  for (const part of parts) {
    if (!keptHere?.has(part.id) || (part.id === track && !isPlayed(bytes, part))) blank(bytes, part.start, part.end);
    else if (programs.has(part.id)) bytes.fill(' ', part.data, part.end);
    else if (part.id === codecPrivate && isVorbis) blankVorbisMetadata(bytes.subarray(part.data, part.end));
    else blankWithin(bytes, part);
  }
}

/** Finds the numbers of tracks that are neither pictures nor sound. Tracks may come after their blocks. */
function tracksOf(bytes: Buffer, from: number, to: number) {
  const others = new Set<number | undefined>();
  let hasPictures = false;
  for (const { id, data, end } of elementsOf(bytes, from, to)) {
    if (id !== tracks || end === undefined || end > to) continue;
    for (const entry of childrenOf(bytes, data, end).filter((part) => part.id === track)) {
      if (!isPlayed(bytes, entry)) others.add(numberIn(bytes, entry, trackNumber));
      hasPictures ||= numberIn(bytes, entry, trackType) === 1;
    }
  }
  return { others, hasPictures };
}

const isPlayed = (bytes: Buffer, entry: Part) => playedTypes.has(numberIn(bytes, entry, trackType) ?? 0);

function numberIn(bytes: Buffer, entry: Part, id: number): number | undefined {
  const field = childrenOf(bytes, entry.data, entry.end).find((part) => part.id === id);
  const width = field && field.end - field.data;
  return field && width && width <= 6 ? bytes.readUIntBE(field.data, width) : undefined;
}

/** Returns the track number that a block, or the block in a group, begins with. */
function trackOf(bytes: Buffer, { id, data, end }: Element): number | undefined {
  const to = Math.min(end ?? bytes.length, bytes.length);
  if (id !== 0xa0) return vintAt(bytes, data);
  const block = childrenOf(bytes, data, to).find((part) => part.id === blockOfGroup);
  return block && vintAt(bytes, block.data);
}

/** Blanks the second of the three head packets of Vorbis, its metadata. Their number and lengths come first. */
function blankVorbisMetadata(own: Buffer): void {
  let at = 1;
  const lengths = [0, 0];
  for (const index of [0, 1]) {
    for (let byte = 255; byte === 255; at += 1) {
      byte = own[at] ?? 0;
      lengths[index]! += byte;
    }
  }
  const [first = 0, second = 0] = lengths;
  const metadata = own.subarray(at + first, at + first + second);
  (stripPacket(metadata) ?? Buffer.alloc(metadata.length)).copy(metadata);
}

type Part = Element & { readonly end: number };

function childrenOf(bytes: Buffer, from: number, to: number): Part[] {
  const found: Part[] = [];
  for (let at = from; at < to && found.length < maxElements;) {
    const element = elementAt(bytes, at);
    if (element?.end === undefined || element.end > to) break;
    found.push({ ...element, end: element.end });
    at = element.end;
  }
  return found;
}

/** Turns an element into empty space. Each has room for its head: one byte of id, one of length. */
function blank(bytes: Buffer, start: number, end: number): void {
  const length = end - start;
  bytes.fill(0, start, end);
  bytes[start] = 0xec;
  if (length - 2 < 127) bytes[start + 1] = 0x80 | (length - 2);
  else {
    bytes[start + 1] = 1;
    bytes.writeUIntBE(length - 9, start + 3, 6);
  }
}

function elementAt(bytes: Buffer, start: number): Element | undefined {
  const idWidth = widthOf(bytes[start]);
  const at = start + idWidth;
  const width = widthOf(bytes[at]);
  if (idWidth > 4 || width > 8 || at + width > bytes.length) return undefined;
  const id = bytes.readUIntBE(start, idWidth);
  const length = vintAt(bytes, at);
  const data = at + width;
  return { id, start, data, end: length === undefined ? undefined : data + length };
}

/** Reads a number of variable length; undefined if all its bits are set, which means unknown. */
function vintAt(bytes: Buffer, at: number): number | undefined {
  const width = widthOf(bytes[at]);
  let value = (bytes[at] ?? 0) & (0xff >> width);
  let isKnown = value !== 0xff >> width;
  for (let index = 1; index < width; index += 1) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    isKnown ||= byte !== 0xff;
  }
  return isKnown ? value : undefined;
}

/** Counts the bytes of a number by its leading zeros; nine for an invalid one. */
const widthOf = (byte = 0): number => Math.clz32(byte) - 23;
