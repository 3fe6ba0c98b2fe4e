/*
 * Ogg: pages, each with a sum over itself, which hold the packets of one or more streams. The second packet of a stream holds its
 * notes: the program, and whatever somebody wrote.
 */

const capture = Buffer.from('OggS', 'latin1');
/** How the notes of the codecs that browsers play begin, and whether a bit of their own ends them. */
const noted = [
  { begin: Buffer.from('\x81theora', 'latin1'), endsWithOne: false },
  { begin: Buffer.from('\x03vorbis', 'latin1'), endsWithOne: true },
  { begin: Buffer.from('OpusTags', 'latin1'), endsWithOne: false },
];

interface Page {
  readonly start: number;
  readonly data: number;
  readonly end: number;
  readonly serial: number;
  readonly lacing: Buffer;
}

/** The packets of one stream, up to the second. */
interface Stream {
  packets: number;
  parts: { readonly page: Page; readonly start: number; readonly end: number }[];
}

/** An ogg whose streams have no notes, and nothing between its pages or behind them. */
export function withoutOggNotes(bytes: Buffer): Buffer | undefined {
  const streams = new Map<number, Stream>();
  let [at, isPlayed] = [0, false];
  for (let page = pageAt(bytes, 0); page; page = nextPage(bytes, page.end)) {
    bytes.fill(0, at, page.start);
    at = page.end;
    const stream = streams.get(page.serial) ?? { packets: 0, parts: [] };
    streams.set(page.serial, stream);
    readPage(bytes, page, stream);
    // A place in time past the beginning: there is something to play.
    isPlayed ||= isLater(bytes.subarray(page.start + 6, page.start + 14));
  }
  return isPlayed ? bytes.subarray(0, at) : undefined;
}

const isLater = (granule: Buffer) => !granule.every((it) => it === 0) && !granule.every((it) => it === 0xff);

function readPage(bytes: Buffer, page: Page, stream: Stream): void {
  let start = page.data;
  let end = start;
  for (const length of page.lacing) {
    if (stream.packets > 1) return;
    end += length;
    // A packet goes on while its pieces are as long as they can be.
    if (length === 255) continue;
    endPacket(bytes, stream, { page, start, end });
    start = end;
  }
  if (end > start && stream.packets <= 1) stream.parts.push({ page, start, end });
}

function endPacket(bytes: Buffer, stream: Stream, part: Stream['parts'][number]): void {
  const parts = [...stream.parts, part];
  stream.packets += 1;
  stream.parts = [];
  if (stream.packets !== 2) return;
  const packet = Buffer.concat(parts.map(({ start, end }) => bytes.subarray(start, end)));
  const rest = withoutNotes(packet);
  if (!rest) return;
  let done = 0;
  for (const { start, end } of parts) done += rest.copy(bytes, start, done, done + end - start);
  for (const { page } of parts) writeSum(bytes, page);
}

/** As long as before: a vendor whose name is spaces, and no note. */
function withoutNotes(packet: Buffer): Buffer | undefined {
  const kind = noted.find(({ begin }) => packet.subarray(0, begin.length).equals(begin));
  if (!kind) return undefined;
  const spare = packet.length - kind.begin.length - 8 - (kind.endsWithOne ? 1 : 0);
  if (spare < 0) return undefined;
  const rest = Buffer.alloc(packet.length, ' ');
  kind.begin.copy(rest);
  rest.writeUInt32LE(spare, kind.begin.length);
  rest.writeUInt32LE(0, kind.begin.length + 4 + spare);
  if (kind.endsWithOne) rest[packet.length - 1] = 1;
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

function writeSum(bytes: Buffer, { start, end }: Page): void {
  bytes.writeUInt32LE(0, start + 22);
  const sum = bytes.subarray(start, end).reduce((it, byte) => (it << 8) ^ (sums[(it >>> 24) ^ byte] ?? 0), 0);
  bytes.writeUInt32LE(sum >>> 0, start + 22);
}
