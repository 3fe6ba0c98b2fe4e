/* Elements of WebM (Matroska), by their ids. */
const segmentId = 0x18538067;
const cluster = 0x1f43b675;
const info = 0x1549a966;
const tracks = 0x1654ae6b;
const blocks = new Set([0xa3, 0xa0, 0xaf]);
/** Where the parts are (SeekHead, Cues), and what stands in a cluster beside its blocks. */
const kept = new Set([0x114d9b74, 0x1c53bb6b, 0xe7, 0xab, 0xa7, 0x5854, ...blocks]);
/** How times are counted, and how long it takes. The programs that made it must be named: their names become spaces. */
const keptOfInfo = new Set([0x2ad7b1, 0x4489]);
const programs = new Set([0x4d80, 0x5741]);
const track = 0xae;
/** A name that somebody gave a track, and the sum over what is changed here. */
const notesOfTrack = new Set([0x536e, 0xbf]);

/** More than a film of this size has; past these it was made to keep somebody busy. */
const mostElements = 200_000;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly data: number;
  /** Undefined where the length is not known: of what is recorded live. */
  readonly end: number | undefined;
}

/** A WebM of its tracks and their blocks alone; what else it held is empty space of the same length. */
export function withoutWebmNotes(bytes: Buffer): Buffer | undefined {
  const head = elementAt(bytes, 0);
  const segment = head?.end === undefined ? undefined : elementAt(bytes, head.end);
  if (segment?.id !== segmentId) return undefined;
  const end = Math.min(segment.end ?? bytes.length, bytes.length);
  const whole = { end, blocks: 0 };
  for (let [at, count] = [segment.data, 0]; at < end; count += 1) {
    if (count > mostElements) return undefined;
    const element = elementAt(bytes, at);
    // Of a live recording that was cut off the last block may go on past the end. What else does, or is no element, goes.
    if (!element) whole.end = at;
    at = (element && takeFrom(bytes, element, whole)) ?? end;
  }
  return whole.blocks > 0 ? bytes.subarray(0, whole.end) : undefined;
}

/** Answers where the next element starts; undefined when there is none any more, and `whole.end` is where it ends then. */
function takeFrom(bytes: Buffer, element: Element, whole: { end: number; blocks: number }): number | undefined {
  const { id, start, data } = element;
  // Its children are looked at like those beside it: the length of one is often not known.
  if (id === cluster) return data;
  if (blocks.has(id)) whole.blocks += 1;
  const { end } = element;
  if (end === undefined || end > whole.end) {
    if (!kept.has(id)) whole.end = start;
    return undefined;
  }
  if (id === info) blankInfo(bytes, data, end);
  else if (id === tracks) blankTracks(bytes, data, end);
  else if (!kept.has(id)) blank(bytes, start, end);
  return end;
}

function blankInfo(bytes: Buffer, from: number, to: number): void {
  for (const { id, start, data, end } of childrenOf(bytes, from, to)) {
    if (programs.has(id)) bytes.fill(' ', data, end);
    else if (!keptOfInfo.has(id)) blank(bytes, start, end);
  }
}

function blankTracks(bytes: Buffer, from: number, to: number): void {
  for (const it of childrenOf(bytes, from, to)) {
    const parts = it.id === track ? childrenOf(bytes, it.data, it.end) : [it];
    // No track lies in a track.
    for (const { id, start, end } of parts) if (notesOfTrack.has(id) || id === track) blank(bytes, start, end);
  }
}

function childrenOf(bytes: Buffer, from: number, to: number): (Element & { end: number })[] {
  const found: (Element & { end: number })[] = [];
  for (let at = from; at < to && found.length < mostElements;) {
    const element = elementAt(bytes, at);
    if (element?.end === undefined || element.end > to) break;
    found.push({ ...element, end: element.end });
    at = element.end;
  }
  return found;
}

/** Makes an element empty space. Every element has room for the head of one: an id and a length of a byte each. */
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
  let length = (bytes[at] ?? 0) & (0xff >> width);
  let isKnown = length !== 0xff >> width;
  for (let index = 1; index < width; index += 1) {
    const byte = bytes[at + index] ?? 0;
    length = length * 256 + byte;
    isKnown ||= byte !== 0xff;
  }
  const data = at + width;
  return { id, start, data, end: isKnown ? data + length : undefined };
}

/** The zeros that a number begins with tell how many bytes it has; nine for what is no number. */
function widthOf(byte = 0): number {
  return Math.clz32(byte) - 23;
}
