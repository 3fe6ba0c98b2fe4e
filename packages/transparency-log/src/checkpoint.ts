import { fromBase64, parseDecimal, toBase64 } from './bytes.ts';
import { formatVerifierKey, openNote, parseVerifierKey, type VerifierKey } from './note.ts';

/** State of a log that it signs: its number of entries and their root. */
export interface Checkpoint {
  /** Globally unique name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** Writes the text that is signed. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads the text of a checkpoint, signed or not. @throws SyntaxError */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = ''] = text.split('\n');
  const checkpoint = { origin, size: parseDecimal(size), root: fromBase64(root) };
  if (origin === '' || checkpoint.root.length !== 32) throw new SyntaxError('This is no checkpoint.');
  return checkpoint;
}

/** Reads a checkpoint that one of the keys signed. @throws Error when none did, or it is of another log. */
export async function openCheckpoint(note: string, keys: readonly VerifierKey[]): Promise<Checkpoint> {
  const checkpoint = parseCheckpoint(await openNote(note, keys));
  if (keys.every(({ name }) => name !== checkpoint.origin)) throw new Error('This checkpoint is of another log.');
  return checkpoint;
}

const firstLine = 'baraza/log-continuation@v1';

/** States that a log continues under another name. Its former name may have passed that size before a restore. */
export interface Continuation {
  /** Former name, with the number and root of the entries taken over. */
  readonly from: Checkpoint;
  /** Key of the new name. */
  readonly to: VerifierKey;
}

/** Writes the text that is signed with the former key. */
export function formatContinuation({ from, to }: Continuation): string {
  return [firstLine, from.origin, from.size, toBase64(from.root), formatVerifierKey(to), ''].join('\n');
}

/** Reads the text, signed or not. @throws SyntaxError */
export function parseContinuation(text: string): Continuation {
  const [first, origin = '', size = '', root = '', key = ''] = text.split('\n');
  if (first !== firstLine) throw new SyntaxError('This is no continuation of a log.');
  return { from: { origin, size: parseDecimal(size), root: fromBase64(root) }, to: parseVerifierKey(key) };
}

/** Reads a continuation that one of the keys signed. @throws Error when none did, or it is of another log. */
export async function openContinuation(note: string, keys: readonly VerifierKey[]): Promise<Continuation> {
  const continuation = parseContinuation(await openNote(note, keys));
  if (keys.every(({ name }) => name !== continuation.from.origin)) throw new Error('This continues another log.');
  return continuation;
}
