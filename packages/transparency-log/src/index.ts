export { fromBase64, toBase64 } from './bytes.ts';
export * from './checkpoint.ts';
export * from './merkle.ts';
export * from './note.ts';
export * from './promise.ts';
export * from './tiles.ts';
export * from './tlog-proof.ts';
export * from './tree.ts';
