export { fromBase64, toBase64 } from './bytes.ts';
export * from './checkpoint.ts';
export { type Cosignature, cosign, readCosignatures } from './promise.ts';
export { emptyRoot, hashLeaf, hashTile, verifyConsistency, verifyInclusion } from './merkle.ts';
export {
  formatVerifierKey,
  type NoteSigner,
  openNote,
  parseNote,
  parseVerifierKey,
  signerOf,
  signNote,
  type VerifierKey,
} from './note.ts';
export { formatPromise, isPromise, openPromise } from './promise.ts';
export { formatEntries, parseTilePath, type TilePlace, tileWidth, tilePath } from './tiles.ts';
export { formatProof, openProof, type TlogProof } from './tlog-proof.ts';
export { proveConsistency, proveInclusion, type ReadHashes, rootOf } from './tree.ts';
