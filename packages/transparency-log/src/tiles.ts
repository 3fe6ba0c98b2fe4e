import { concat } from './bytes.ts';

export const tileHeight = 8;
/** Number of hashes in a full tile. */
export const tileWidth = 256;

/** Position of a tile or a bundle of entries, as in tlog-tiles. */
export interface TilePlace {
  readonly level: number | 'entries';
  readonly index: number;
  /** Number of hashes or entries; 256 unless partial. */
  readonly width: number;
}

/** Writes the path of a tile: `tile/<L>/<N>[.p/<W>]`. */
export function tilePath({ level, index, width }: TilePlace): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${name}${width === tileWidth ? '' : `.p/${width}`}`;
}

const form = /^tile\/(?<level>entries|\d|[1-5]\d|6[0-3])\/(?<name>(?:x\d{3}\/)*\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/;

/** Reads the path of a tile; undefined unless `tilePath` would write it the same. */
export function parseTilePath(path: string): TilePlace | undefined {
  const { level = '', name = '', width } = form.exec(path)?.groups ?? {};
  const place = {
    level: level === 'entries' ? level : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  } as const;
  const isPlace = Number.isSafeInteger(place.index) && (width === undefined || place.width < tileWidth);
  return isPlace && tilePath(place) === path ? place : undefined;
}

/** Writes a bundle: each entry after its length in two bytes. */
export function formatEntries(entries: readonly Uint8Array[]): Uint8Array {
  return concat(...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]));
}
