import { emptyRoot, hashNode, hashTile } from './merkle.ts';
import { tileHeight, tileWidth } from './tiles.ts';

/**
 * Reads hashes of one level of tiles. Level 0 are the leaves; each hash of level n covers 256 of level n − 1. Each call reads a
 * whole tile, as far as the tree fills it.
 */
export type ReadHashes = (level: number, from: number, count: number) => Promise<readonly Uint8Array[]>;

/** Computes the root of the first `size` entries. */
export async function rootOf(read: ReadHashes, size: number): Promise<Uint8Array> {
  return size === 0 ? emptyRoot() : hashRange(cached(read, size), 0, size);
}

/** Proves that an entry is in the tree of that size (RFC 6962, 2.1.1). */
export async function proveInclusion(read: ReadHashes, index: number, size: number): Promise<Uint8Array[]> {
  const tree = cached(read, size);
  const path = async (from: number, to: number): Promise<Uint8Array[]> => {
    if (to - from === 1) return [];
    const middle = splitOf(from, to);
    // In parallel, since the reader may be far away.
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

/** Hashes the entries from `from` to `to`, a range as RFC 6962 splits the tree. */
async function hashRange(tree: HashAt, from: number, to: number): Promise<Uint8Array> {
  const height = Math.log2(to - from);
  if (Number.isInteger(height)) return tree(height, from / (to - from));
  const middle = splitOf(from, to);
  return hashNode(await hashRange(tree, from, middle), await hashRange(tree, middle, to));
}

/** Splits a range after the largest power of two smaller than its length. */
const splitOf = (from: number, to: number) => from + 2 ** Math.ceil(Math.log2(to - from) - 1);

/** Returns the hash of a complete subtree by its height and index. */
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
