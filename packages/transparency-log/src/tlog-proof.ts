import { fromBase64, parseDecimal, toBase64 } from './bytes.ts';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { hashLeaf, verifyInclusion } from './merkle.ts';
import type { VerifierKey } from './note.ts';

const firstLine = 'c2sp.org/tlog-proof@v1';

/** Proof that an entry is in a log, which can be checked offline (c2sp.org/tlog-proof@v1). */
export interface TlogProof {
  /** The entry itself, so that the proof is complete. */
  readonly entry: Uint8Array;
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly checkpoint: string;
}

/** Writes a proof as the text of a `.tlog-proof` file. */
export function formatProof({ entry, index, hashes, checkpoint }: TlogProof): string {
  return [firstLine, `extra ${toBase64(entry)}`, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n');
}

/** Checks a proof against the log's keys; returns the entry and its checkpoint. @throws Error with the reason. */
export async function openProof(text: string, keys: readonly VerifierKey[]): Promise<TlogProof & { head: Checkpoint }> {
  const proof = parseProof(text);
  const head = await openCheckpoint(proof.checkpoint, keys);
  const { index, hashes } = proof;
  const isIncluded = verifyInclusion(hashLeaf(proof.entry), { ...head, index, proof: hashes });
  if (!isIncluded) throw new Error('The entry is not in the log.');
  return { ...proof, head };
}

function parseProof(text: string): TlogProof {
  const end = text.indexOf('\n\n');
  const [first, extra = '', index = '', ...hashes] = text.slice(0, end).split('\n');
  if (end === -1 || first !== firstLine || !extra.startsWith('extra ') || !index.startsWith('index '))
    throw new SyntaxError('This is no proof of a log.');
  return {
    entry: fromBase64(extra.slice('extra '.length)),
    index: parseDecimal(index.slice('index '.length)),
    hashes: hashes.map(fromBase64),
    checkpoint: text.slice(end + 2),
  };
}
