import { utf8 } from '../src/bytes.ts';
import { hashLeaf, hashTile } from '../src/merkle.ts';
import { tileWidth } from '../src/tiles.ts';
import type { ReadHashes } from '../src/tree.ts';

/** Makes the entries `entry 0`, `entry 1` and so on. */
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => utf8(`entry ${index}`));

/** Reads a log from its entries in memory. */
export function readMemory(entries: readonly Uint8Array[]): ReadHashes {
  const levels: Uint8Array[][] = [entries.map(hashLeaf)];
  for (let below = levels[0]; below && below.length >= tileWidth; below = levels.at(-1)) {
    const hashes = below;
    const above = Array.from({ length: Math.floor(hashes.length / tileWidth) }, (_, index) =>
      hashTile(hashes.slice(index * tileWidth, (index + 1) * tileWidth)),
    );
    levels.push(above);
  }
  return (level, from, count) => Promise.resolve(levels[level]?.slice(from, from + count) ?? []);
}
