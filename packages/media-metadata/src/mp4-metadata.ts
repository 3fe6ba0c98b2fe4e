import { placesOfParts } from './mp4-fragments.ts';
import { blankBetween, type Place, playedPlaces } from './mp4-samples.ts';
import { type Box, boxesIn, mostBoxes } from './mp4-boxes.ts';
import type { PlayedMedia } from './played-media.ts';

/** Boxes needed to play a film. All others are metadata: the place, the device, its owner, thumbnails. */
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

/** Handlers of played tracks: the others (places, texts, times) are metadata along the film. */
const played = new Set(['vide', 'soun']);

/** Strips metadata from an mp4 or quicktime film in place: removed boxes become empty, so that nothing moves. */
export function stripMp4Metadata(bytes: Buffer): PlayedMedia | undefined {
  const whole = { type: 'film', start: 0, data: 0, end: bytes.length };
  // Cut off, or with something behind that is no box.
  if (boxesIn(bytes, whole).at(-1)?.end !== bytes.length) return undefined;
  if (!blankMetadata(bytes, whole, { boxes: 0 })) return undefined;
  const tops = boxesIn(bytes, whole);
  const media = tops.filter(({ type }) => type === 'mdat');
  const places = playedIn(bytes, tops);
  if (places?.length === 0 || media.length === 0) return undefined;
  // Unusual tables do not reveal which ranges are played.
  if (places) blankBetween(bytes, media, places);
  const film = tops.filter(({ type }) => type === 'moov').flatMap((moov) => boxesIn(bytes, moov));
  return { bytes, hasPictures: film.some((track) => track.type === 'trak' && handlerOf(bytes, track) === 'vide') };
}

/** Ranges of the played media in the film; undefined when unknown. */
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
  // Bytes between boxes that form no box mean nothing to a player.
  bytes.fill(0, boxes.at(-1)?.end ?? within.data, within.end);
  for (const box of boxes) {
    seen.boxes += 1;
    if (seen.boxes > mostBoxes) return false;
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
  // Two times, of 32 or 64 bits each.
  if (timed.has(type)) bytes.fill(0, Math.min(data + 4, end), Math.min(data + 4 + (bytes[data] === 1 ? 16 : 8), end));
}

const timed = new Set(['mvhd', 'tkhd', 'mdhd']);

/** An empty box may keep its name: it says nothing. */
function blank(bytes: Buffer, { start, data, end }: Box): void {
  if (end === data) return;
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, data, end);
}
