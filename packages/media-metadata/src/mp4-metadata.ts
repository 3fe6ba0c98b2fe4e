import { placesOfParts } from './mp4-fragments.ts';
import { blankBetween, type Place, playedPlaces } from './mp4-samples.ts';
import { type Box, boxesIn, maxBoxes } from './mp4-boxes.ts';
import type { PlayedMedia } from './played-media.ts';

/** Boxes needed to play a film, by parent. All others are metadata: the place, the device, its owner, thumbnails. */
const kept: Readonly<Record<string, ReadonlySet<string>>> = {
  film: new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'mfra', 'sidx', 'ssix']),
  moov: new Set(['mvhd', 'trak', 'mvex']),
  trak: new Set(['tkhd', 'edts', 'mdia', 'tref', 'tapt']),
  mdia: new Set(['mdhd', 'hdlr', 'elng', 'minf']),
  minf: new Set(['vmhd', 'smhd', 'gmhd', 'hdlr', 'dinf', 'stbl']),
  stbl: new Set(
    'stsd stts ctts cslg stss stps stsc stsz stz2 stco co64 stsh sdtp padb subs sbgp sgpd saiz saio'.split(' '),
  ),
  edts: new Set(['elst']),
  dinf: new Set(['dref']),
  mvex: new Set(['mehd', 'trex', 'leva']),
  mfra: new Set(['tfra', 'mfro']),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set(['tfhd', 'tfdt', 'trun', 'sdtp', 'subs', 'sbgp', 'sgpd', 'saiz', 'saio']),
};

/** Handlers of tracks with pictures and sound. Other tracks (places, texts, times) are metadata. */
const played = new Set(['vide', 'soun']);

/** Strips metadata from an mp4 or quicktime film in place. Removed boxes become empty, so nothing moves. */
export function stripMp4Metadata(bytes: Buffer): PlayedMedia | undefined {
  const whole = { type: 'film', start: 0, data: 0, end: bytes.length };
  // The file was cut off, or ends with bytes that form no box.
  if (boxesIn(bytes, whole).at(-1)?.end !== bytes.length) return undefined;
  if (!blankMetadata(bytes, whole, { boxes: 0 })) return undefined;
  const tops = boxesIn(bytes, whole);
  const media = tops.filter(({ type }) => type === 'mdat');
  const places = playedIn(bytes, tops);
  if (places?.length === 0 || media.length === 0) return undefined;
  // Tables of an unknown kind do not show which ranges are played, so the media stays whole.
  if (places) blankBetween(bytes, media, places);
  const film = tops.filter(({ type }) => type === 'moov').flatMap((moov) => boxesIn(bytes, moov));
  return { bytes, hasPictures: film.some((track) => track.type === 'trak' && handlerOf(bytes, track) === 'vide') };
}

/** Finds the byte ranges that the film plays; undefined if unknown. */
function playedIn(bytes: Buffer, tops: readonly Box[]): Place[] | undefined {
  const [moov, another] = tops.filter(({ type }) => type === 'moov');
  if (!moov) return [];
  if (another) return undefined;
  const whole = playedPlaces(bytes, moov);
  const moofs = tops.filter(({ type }) => type === 'moof');
  const parts = placesOfParts(bytes, moov, moofs);
  return whole && parts && [...whole, ...parts];
}

function blankMetadata(bytes: Buffer, within: Box, seen: { boxes: number }): boolean {
  const boxes = boxesIn(bytes, within);
  // Players ignore bytes after the last valid box.
  bytes.fill(0, boxes.at(-1)?.end ?? within.data, within.end);
  for (const box of boxes) {
    seen.boxes += 1;
    if (seen.boxes > maxBoxes) return false;
    if (!kept[within.type]?.has(box.type) || (box.type === 'trak' && !played.has(handlerOf(bytes, box))))
      blank(bytes, box);
    else if (kept[box.type] && !blankMetadata(bytes, box, seen)) return false;
    else blankWords(bytes, box);
  }
  return true;
}

function handlerOf(bytes: Buffer, track: Box): string {
  const media = boxesIn(bytes, track, 'mdia')[0];
  const handler = media && boxesIn(bytes, media, 'hdlr')[0];
  return handler ? bytes.toString('latin1', handler.data + 8, handler.data + 12) : '';
}

/** Erases the metadata of a kept box: its time of creation and the track's name. */
function blankWords(bytes: Buffer, { type, data, end }: Box): void {
  if (type === 'hdlr') bytes.fill(0, Math.min(data + 24, end), end);
  // The times of creation and change, of 32 or 64 bits each.
  if (timed.has(type)) bytes.fill(0, Math.min(data + 4, end), Math.min(data + 4 + (bytes[data] === 1 ? 16 : 8), end));
}

const timed = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Makes a box an empty `free` box of the same length. A box without content stays: its name reveals nothing. */
function blank(bytes: Buffer, { start, data, end }: Box): void {
  if (end === data) return;
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, data, end);
}
