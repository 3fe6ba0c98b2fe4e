import { emptyRoot, hashNode, hashTile } from './merkle.ts';
import { tileHeight, tileWidth } from './tiles.ts';

/**
 * Reads hashes of a level of tiles: level 0 are the leaves, each hash of level n covers 256 of level n − 1. Whole tiles are asked
 * for, as far as they are complete in the tree.
 */
export type ReadHashes = (level: number, from: number, count: number) => Promise<readonly Uint8Array[]>;

/** Root of the first `size` entries. */
export async function rootOf(read: ReadHashes, size: number): Promise<Uint8Array> {
  return size === 0 ? emptyRoot() : hashRange(cached(read, size), 0, size);
}

/** Proves that an entry is in the tree of that size (RFC 6962, 2.1.1). */
export async function proveInclusion(read: ReadHashes, index: number, size: number): Promise<Uint8Array[]> {
  const tree = cached(read, size);
  const path = async (from: number, to: number): Promise<Uint8Array[]> => {
    if (to - from === 1) return [];
    const middle = splitOf(from, to);
    // At once: the reader may be far away.
    const [below, sibling] = await Promise.all(
      index < middle
        ? [path(from, middle), hashRange(tree, middle, to)]
        : [path(middle, to), hashRange(tree, from, middle)],
    );
    return [...below, sibling];
  };
  return path(0, size);
}

/** Proves that the smaller tree is the beginning of the larger (RFC 6962, 2.1.2). */
export async function proveConsistency(read: ReadHashes, older: number, size: number): Promise<Uint8Array[]> {
  if (older === 0 || older === size) return [];
  const tree = cached(read, size);
  const prove = async (from: number, to: number, isKnown: boolean): Promise<Uint8Array[]> => {
    if (to === older) return isKnown ? [] : [await hashRange(tree, from, to)];
    const middle = splitOf(from, to);
    return older <= middle
      ? [...(await prove(from, middle, isKnown)), await hashRange(tree, middle, to)]
      : [...(await prove(middle, to, false)), await hashRange(tree, from, middle)];
  };
  return prove(0, size, true);
}

/** Hash of the entries from `from` to `to`, which begin where RFC 6962 splits. */
async function hashRange(tree: HashAt, from: number, to: number): Promise<Uint8Array> {
  const height = Math.log2(to - from);
  if (Number.isInteger(height)) return tree(height, from / (to - from));
  const middle = splitOf(from, to);
  return hashNode(await hashRange(tree, from, middle), await hashRange(tree, middle, to));
}

/** Where a range is split: the largest power of two that leaves something. */
const splitOf = (from: number, to: number) => from + 2 ** Math.ceil(Math.log2(to - from) - 1);

/** Hash of a complete subtree by its height and place. */
type HashAt = (height: number, index: number) => Promise<Uint8Array>;

/** Reads each tile once. */
function cached(read: ReadHashes, size: number): HashAt {
  const tiles = new Map<string, Promise<readonly Uint8Array[]>>();
  return async (height, index) => {
    const level = Math.floor(height / tileHeight);
    const count = 2 ** (height % tileHeight);
    const from = index * count;
    const tile = Math.floor(from / tileWidth);
    const key = `${level}/${tile}`;
    const begin = tile * tileWidth;
    const width = Math.min(tileWidth, Math.floor(size / tileWidth ** level) - begin);
    const hashes = tiles.get(key) ?? read(level, begin, width);
    tiles.set(key, hashes);
    return hashTile((await hashes).slice(from - begin, from - begin + count));
  };
}
