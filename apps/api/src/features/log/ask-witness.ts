import {
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  proveConsistency,
  readCosignatures,
  type ReadHashes,
  toBase64,
} from '@baraza/transparency-log';

/** What a witness says of a checkpoint: its cosignature, or why it refuses. */
export type WitnessAnswer = { readonly cosignature: string } | { readonly refusal: string };

interface Asked {
  readonly key: string;
  readonly address: string;
  /** Size of the log that it saw last, as far as is known. */
  readonly size: number;
}

/** Milliseconds a witness may take to answer. */
const patience = 5_000;
const longestReason = 500;
/** Not signed by a known key, and not consistent with what was seen. */
const refusals = new Set([403, 422]);

/**
 * Asks a witness to cosign a checkpoint (c2sp.org/tlog-witness).
 * @throws Error when it is not reached, or fails.
 */
export async function askWitness(
  read: ReadHashes,
  note: string,
  { key, address, size }: Asked,
): Promise<WitnessAnswer> {
  const checkpoint = parseCheckpoint(note);
  const ask = async (old: number) => {
    const proof = old === 0 ? [] : await proveConsistency(read, old, checkpoint.size);
    const body = [`old ${old}`, ...proof.map(toBase64), '', note].join('\n');
    const signal = AbortSignal.timeout(patience);
    return fetch(`${address.replace(/\/$/u, '')}/add-checkpoint`, { method: 'POST', body, signal, redirect: 'error' });
  };
  let response = await ask(Math.min(size, checkpoint.size));
  if (response.status === 409) {
    const seen = Number((await response.text()).trim());
    if (!Number.isSafeInteger(seen) || seen < 0) throw new Error('The witness names no size.');
    if (seen > checkpoint.size)
      return { refusal: `It saw ${seen} entries, and the log has ${checkpoint.size}: the log went back.` };
    response = await ask(seen);
  }
  const text = await response.text();
  if (response.status === 200) return { cosignature: await ownCosignature(note, text, key) };
  // Anything else may come from a proxy before it.
  if (!refusals.has(response.status)) throw new Error(`The witness answered ${response.status}.`);
  return { refusal: text.trim().slice(0, longestReason) || `It answered ${response.status}.` };
}

/** Finds the line that this witness signed. @throws Error when there is none, or one is forged. */
async function ownCosignature(note: string, lines: string, key: string): Promise<string> {
  const { text } = parseNote(note);
  for (const line of lines.split('\n').filter(Boolean))
    if ((await readCosignatures(`${text}\n${line}\n`, [parseVerifierKey(key)])).length > 0) return `${line}\n`;
  throw new Error('The witness did not sign with its key.');
}
