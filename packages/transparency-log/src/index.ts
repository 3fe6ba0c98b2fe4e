export { fromBase64, toBase64 } from './bytes.ts';
export {
  type Checkpoint,
  formatCheckpoint,
  formatContinuation,
  openCheckpoint,
  openContinuation,
  parseCheckpoint,
  parseContinuation,
} from './checkpoint.ts';
export { formatFormerKeys, isFormerKeys, openFormerKeys, readVerifierKey, trustedKeys } from './former-keys.ts';
export { emptyRoot, hashLeaf, hashTile, verifyConsistency, verifyInclusion } from './merkle.ts';
export { formatVerifierKey, type NoteSigner, parseNote, parseVerifierKey, type VerifierKey } from './note.ts';
export { type Cosignature, formatPromise, isPromise, openPromise, readCosignatures } from './promise.ts';
export { formatEntries, parseTilePath, tilePath, type TilePlace, tileWidth } from './tiles.ts';
export { formatProof, openProof, type TlogProof } from './tlog-proof.ts';
export { proveConsistency, proveInclusion, type ReadHashes, rootOf } from './tree.ts';
