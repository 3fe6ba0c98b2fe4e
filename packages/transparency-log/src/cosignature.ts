import { concat } from './bytes.ts';
import {
  formatSignature,
  type NoteSigner,
  parseNote,
  requireSignature,
  signerAmong,
  type VerifierKey,
} from './note.ts';

/** Somebody saw this checkpoint, and nothing before it had been rewritten (c2sp.org/tlog-cosignature). */
export interface Cosignature {
  readonly name: string;
  readonly at: Date;
}

const textOf = (seconds: bigint, checkpoint: string) => `cosignature/v1\ntime ${seconds}\n${checkpoint}`;

/** Cosigns the text of a checkpoint, to the second; returns the line for its note. */
export async function cosign(checkpoint: string, { key, sign }: NoteSigner, at: Date): Promise<string> {
  const seconds = BigInt(Math.floor(at.getTime() / 1000));
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, seconds);
  return formatSignature({ ...key, bytes: concat(time, await sign(textOf(seconds, checkpoint))) });
}

/**
 * Lists which of the cosigners saw a checkpoint, and when; those of others are ignored.
 * @throws Error when a cosignature of theirs is forged.
 */
export async function readCosignatures(note: string, keys: readonly VerifierKey[]): Promise<Cosignature[]> {
  const { text, signatures } = parseNote(note);
  const found: Cosignature[] = [];
  for (const signature of signatures) {
    const key = signerAmong(keys, 'cosigner', signature);
    if (key === undefined) continue;
    if (signature.bytes.length !== 72) throw new SyntaxError('This is no cosignature.');
    const seconds = new DataView(signature.bytes.buffer).getBigUint64(0);
    await requireSignature(key, signature.bytes.slice(8), textOf(seconds, text));
    found.push({ name: key.name, at: new Date(Number(seconds) * 1000) });
  }
  return found;
}
