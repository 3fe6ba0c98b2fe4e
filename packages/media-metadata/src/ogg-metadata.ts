import type { PlayedMedia } from './played-media.ts';

/*
 * An ogg file consists of pages, each with a checksum, which hold the packets of streams. The second packet of a stream is its
 * metadata: the program that wrote it, and any comments.
 */

const capture = Buffer.from('OggS', 'latin1');
/**
 * Codecs that browsers play, with the first bytes of their streams and metadata. Any other stream (texts, places,
 * an index) is metadata as a whole.
 */
const kinds = [
  kind('\x80theora', '\x81theora', { hasPictures: true }),
  kind('\x01vorbis', '\x03vorbis', { endsWithOne: true }),
  kind('OpusHead', 'OpusTags'),
  kind('Speex   ', ''),
  kind('OVP80\x01', 'OVP80\x02 ', { hasPictures: true }),
  // A FLAC block begins with its kind and its length.
  kind('\x7fFLAC', undefined),
];
type Kind = ReturnType<typeof kind>;

function kind(first: string, metadata: string | undefined, { endsWithOne = false, hasPictures = false } = {}) {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  // Vorbis metadata ends with a framing bit.
  const own = metadata === undefined ? undefined : latin1(metadata);
  return { first: latin1(first), metadata: own, endsWithOne, hasPictures };
}

interface Page {
  readonly start: number;
  readonly data: number;
  readonly end: number;
  readonly serial: number;
  readonly lacing: Buffer;
}

/** State of one stream, up to the last packet of its head. */
interface Stream {
  /** Undefined for a stream that is not played. */
  readonly kind: Kind | undefined;
  packets: number;
  parts: { readonly page: Page; readonly start: number; readonly end: number }[];
  /** Pages that need a new checksum. */
  readonly changed: Set<Page>;
  /** Whether pictures or sound follow. */
  isRead: boolean;
}

/** Recognises a stream by its first packet, alone on its first page. RFC 3533, 4. */
function kindOf(bytes: Buffer, { data, end }: Page): Kind | undefined {
  const packet = bytes.subarray(data, end);
  return kinds.find(({ first }) => packet.subarray(0, first.length).equals(first));
}

/** Strips the metadata of an ogg file, and bytes between or after its pages. */
export function stripOggMetadata(bytes: Buffer): PlayedMedia | undefined {
  const streams = new Map<number, Stream>();
  let [at, isPlayed, ticks] = [0, false, 0n];
  for (let page = pageAt(bytes, 0); page; page = nextPage(bytes, page.end)) {
    bytes.fill(0, at, page.start);
    at = page.end;
    // A recording appended to another begins again, with metadata of its own.
    const isFirst = (bytes[page.start + 5] ?? 0) & 2;
    const stream = (!isFirst && streams.get(page.serial)) || {
      kind: kindOf(bytes, page),
      packets: 0,
      parts: [],
      changed: new Set<Page>(),
      isRead: false,
    };
    streams.set(page.serial, stream);
    if (!stream.kind) {
      bytes.fill(0, page.start, page.end);
      continue;
    }
    readPage(bytes, page, stream);
    writeSums(bytes, stream);
    // A position after the beginning means that there is something to play.
    const granule = bytes.subarray(page.start + 6, page.start + 14);
    isPlayed ||= isLater(granule);
    if (isOpus(stream.kind) && isLater(granule)) ticks = granule.readBigUInt64LE();
  }
  const hasPictures = [...streams.values()].some(({ kind }) => kind?.hasPictures);
  // Of a film the length is not asked for. RFC 7845, 4: a tick is 1/48000 s.
  const length = ticks > 0n && !hasPictures && { seconds: Number(ticks) / 48_000 };
  return isPlayed ? { bytes: bytes.subarray(0, at), hasPictures, ...length } : undefined;
}

const isOpus = (kind: Kind | undefined) => kind?.first.toString('latin1') === 'OpusHead';

const isLater = (granule: Buffer) => !granule.every((it) => it === 0) && !granule.every((it) => it === 0xff);

function readPage(bytes: Buffer, page: Page, stream: Stream): void {
  let start = page.data;
  let end = start;
  for (const length of page.lacing) {
    if (stream.isRead) return;
    end += length;
    // A packet continues as long as its pieces have the full length of 255 bytes.
    if (length === 255) continue;
    endPacket(bytes, stream, { page, start, end });
    start = end;
  }
  if (end > start && !stream.isRead) stream.parts.push({ page, start, end });
}

function endPacket(bytes: Buffer, stream: Stream, part: Stream['parts'][number]): void {
  const parts = [...stream.parts, part];
  stream.packets += 1;
  stream.parts = [];
  if (stream.packets === 1) return;
  const packet = Buffer.concat(parts.map(({ start, end }) => bytes.subarray(start, end)));
  const rest = withoutHead(stream, packet);
  if (!rest) return;
  let done = 0;
  for (const { start, end } of parts) done += rest.copy(bytes, start, done, done + end - start);
  for (const { page } of parts) stream.changed.add(page);
}

/** Returns the replacement of a packet after the first; undefined: itself. Only FLAC has several with metadata. */
function withoutHead(stream: Stream, packet: Buffer): Buffer | undefined {
  const isFlac = stream.kind?.metadata === undefined;
  stream.isRead = !isFlac || packet[0] === 0xff;
  if (isFlac && stream.isRead) return undefined;
  if (stream.packets === 2) return stripPacket(packet, stream.kind) ?? Buffer.alloc(packet.length);
  return withoutBlock(packet);
}

/** Turns a FLAC block into padding of its length, unless it indexes frames. */
function withoutBlock(packet: Buffer): Buffer | undefined {
  const [head = 0] = packet;
  if ((head & 0x7f) === 3) return undefined;
  const rest = Buffer.alloc(packet.length);
  packet.copy(rest, 0, 0, 4);
  rest[0] = (head & 0x80) | 1;
  return rest;
}

/** Empties a metadata packet, keeping its length: the program's name becomes spaces. Undefined for other packets. */
export function stripPacket(packet: Buffer, of?: Kind): Buffer | undefined {
  const own =
    of ?? kinds.find(({ metadata }) => metadata?.length && packet.subarray(0, metadata.length).equals(metadata));
  if (!own) return undefined;
  const begin = own.metadata ?? packet.subarray(0, 4);
  const spare = packet.length - begin.length - 8 - (own.endsWithOne ? 1 : 0);
  if (spare < 0 || !packet.subarray(0, begin.length).equals(begin)) return undefined;
  const rest = Buffer.alloc(packet.length, ' ');
  begin.copy(rest);
  rest.writeUInt32LE(spare, begin.length);
  rest.writeUInt32LE(0, begin.length + 4 + spare);
  if (own.endsWithOne) rest[packet.length - 1] = 1;
  return rest;
}

function nextPage(bytes: Buffer, from: number): Page | undefined {
  for (let at = bytes.indexOf(capture, from); at >= 0; at = bytes.indexOf(capture, at + 1)) {
    const page = pageAt(bytes, at);
    if (page) return page;
  }
  return undefined;
}

function pageAt(bytes: Buffer, start: number): Page | undefined {
  if (start + 27 > bytes.length || !bytes.subarray(start, start + 4).equals(capture)) return undefined;
  const data = start + 27 + (bytes[start + 26] ?? 0);
  const lacing = bytes.subarray(start + 27, data);
  const end = data + lacing.reduce((sum, length) => sum + length, 0);
  return end > bytes.length ? undefined : { start, data, end, serial: bytes.readUInt32LE(start + 14), lacing };
}

/** Table of RFC 3533's checksum: as for PNG, but with the bits of each byte reversed and starting from 0. */
const sums = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  return sum;
});

/** Writes the checksum of each changed page once, for all its packets. */
function writeSums(bytes: Buffer, { changed }: Stream): void {
  for (const page of changed) writeSum(bytes, page);
  changed.clear();
}

function writeSum(bytes: Buffer, { start, end }: Page): void {
  bytes.writeUInt32LE(0, start + 22);
  let sum = 0;
  for (let at = start; at < end; at += 1) sum = (sum << 8) ^ (sums[(sum >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  bytes.writeUInt32LE(sum >>> 0, start + 22);
}
