import { sha256 } from '#sha256';
import { concat, isSame } from './bytes.ts';

const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);

/** Hashes an entry of the log (RFC 6962, 2.1). */
export const hashLeaf = (entry: Uint8Array): Uint8Array => sha256(concat(leafMark, entry));

/** Hashes two neighbours into the node above them. */
export const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concat(nodeMark, left, right));

/** Hashes a complete subtree from its 1, 2, 4 … 256 lowest hashes. @throws RangeError when one is missing. */
export function hashTile(hashes: readonly Uint8Array[]): Uint8Array {
  const [left, right] = hashes;
  if (left === undefined) throw new RangeError('A hash of the log is missing.');
  if (right === undefined) return left;
  const middle = hashes.length / 2;
  return hashNode(hashTile(hashes.slice(0, middle)), hashTile(hashes.slice(middle)));
}

/** Root of the log without entries. */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array());

interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** `proof` goes from the leaf's sibling up. */
type InclusionClaim = TreeHead & { readonly index: number; readonly proof: readonly Uint8Array[] };

/** Checks that an entry is in the tree with this root (RFC 9162, 2.1.3.2). */
export function verifyInclusion(leaf: Uint8Array, { index, size, proof, root }: InclusionClaim): boolean {
  if (index >= size) return false;
  let hash = leaf;
  const isWhole = climb(index, size - 1, proof, (sibling, isLeft) => {
    hash = isLeft ? hashNode(sibling, hash) : hashNode(hash, sibling);
  });
  return isWhole && isSame(hash, root);
}

/** Checks that the older tree is the beginning of the newer one. RFC 9162, 2.1.4.2. */
export function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && isSame(older.root, emptyRoot());
  const isPowerOfTwo = Number.isInteger(Math.log2(older.size));
  const [first, ...rest] = isPowerOfTwo ? [older.root, ...proof] : proof;
  if (first === undefined) return false;
  let [at, last] = [older.size - 1, newer.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [hashOfOlder, hashOfNewer] = [first, first];
  const isWhole = climb(at, last, rest, (hash, isLeft) => {
    if (isLeft) hashOfOlder = hashNode(hash, hashOfOlder);
    hashOfNewer = isLeft ? hashNode(hash, hashOfNewer) : hashNode(hashOfNewer, hash);
  });
  return isWhole && isSame(hashOfOlder, older.root) && isSame(hashOfNewer, newer.root);
}

type Join = (sibling: Uint8Array, isLeft: boolean) => void;

/** Climbs from a node to the root, joining each sibling; false for a proof of the wrong length. */
function climb(node: number, lastNode: number, siblings: readonly Uint8Array[], join: Join): boolean {
  let [at, last] = [node, lastNode];
  for (const sibling of siblings) {
    if (last === 0) return false;
    const isLeft = at % 2 === 1 || at === last;
    join(sibling, isLeft);
    if (isLeft) while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, half(last)];
    [at, last] = [half(at), half(last)];
  }
  return last === 0;
}

const half = (number: number) => Math.floor(number / 2);
