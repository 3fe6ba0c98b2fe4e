import type { PlayedMedia } from './played-media.ts';

/*
 * Pages, each with a sum over itself, hold the packets of streams. The second packet of a stream is its metadata: the program,
 * and whatever somebody wrote.
 */

const capture = Buffer.from('OggS', 'latin1');
/**
 * The codecs that browsers play, or did: how streams and their metadata begin. Any other stream (texts, places, an index) is
 * metadata as a whole.
 */
const kinds = [
  kind('\x80theora', '\x81theora', { hasPictures: true }),
  kind('\x01vorbis', '\x03vorbis', { endsWithOne: true }),
  kind('OpusHead', 'OpusTags'),
  kind('Speex   ', ''),
  kind('OVP80\x01', 'OVP80\x02 ', { hasPictures: true }),
  // The head of a FLAC block: its kind, and its length.
  kind('\x7fFLAC', undefined),
];
type Kind = ReturnType<typeof kind>;

function kind(first: string, metadata: string | undefined, { endsWithOne = false, hasPictures = false } = {}) {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  // A bit of their own ends the metadata of Vorbis.
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

/** The packets of one stream, up to the last of its head. */
interface Stream {
  /** Undefined: it is not played. */
  readonly kind: Kind | undefined;
  packets: number;
  parts: { readonly page: Page; readonly start: number; readonly end: number }[];
  /** Pages whose sums are no longer right. */
  readonly changed: Set<Page>;
  /** Followed by pictures or sound. */
  isRead: boolean;
}

/** The first packet of a stream stands alone on its first page (RFC 3533, 4). */
function kindOf(bytes: Buffer, { data, end }: Page): Kind | undefined {
  const packet = bytes.subarray(data, end);
  return kinds.find(({ first }) => packet.subarray(0, first.length).equals(first));
}

/** Strips an ogg's metadata, and bytes between its pages or after them. */
export function stripOggMetadata(bytes: Buffer): PlayedMedia | undefined {
  const streams = new Map<number, Stream>();
  let [at, isPlayed] = [0, false];
  for (let page = pageAt(bytes, 0); page; page = nextPage(bytes, page.end)) {
    bytes.fill(0, at, page.start);
    at = page.end;
    // A recording that was joined to another one begins anew, with metadata of its own.
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
    // A place in time past the beginning: there is something to play.
    isPlayed ||= isLater(bytes.subarray(page.start + 6, page.start + 14));
  }
  const hasPictures = [...streams.values()].some(({ kind }) => kind?.hasPictures);
  return isPlayed ? { bytes: bytes.subarray(0, at), hasPictures } : undefined;
}

const isLater = (granule: Buffer) => !granule.every((it) => it === 0) && !granule.every((it) => it === 0xff);

function readPage(bytes: Buffer, page: Page, stream: Stream): void {
  let start = page.data;
  let end = start;
  for (const length of page.lacing) {
    if (stream.isRead) return;
    end += length;
    // A packet goes on while its pieces are as long as they can be.
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

/** Empties a packet of metadata, at its length: a maker whose name is spaces. Undefined for any other packet. */
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
  const end = data + lacing.reduce((sum, it) => sum + it, 0);
  return end > bytes.length ? undefined : { start, data, end, serial: bytes.readUInt32LE(start + 14), lacing };
}

/** The sum of RFC 3533: like that of a PNG, but from the other end of each byte, and beginning with nothing. */
const sums = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  return sum;
});

/** Once for each page, however many packets of it are changed. */
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
