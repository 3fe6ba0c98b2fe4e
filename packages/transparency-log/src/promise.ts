import { fromBase64, toBase64 } from './bytes.ts';
import { openNote, parseNote, requireSignature, signerAmong, type VerifierKey } from './note.ts';

const firstLine = 'baraza/log-promise@v1';

/** Promise that an entry will be in a log, like the SCT of RFC 6962. */
export interface LogPromise {
  /** Name of the log. */
  readonly origin: string;
  readonly entry: Uint8Array;
  readonly at: Date;
}

/** Whether a text is a promise of a log, by its first line. */
export const isPromise = (text: string): boolean => text.startsWith(`${firstLine}\n`);

/** Writes the text that is signed with the key of the log. */
export function formatPromise({ origin, entry, at }: LogPromise): string {
  return [firstLine, origin, toBase64(entry), at.toISOString(), ''].join('\n');
}

/** Reads a promise that one of the keys signed. @throws Error when none did, or it is of another log. */
export async function openPromise(note: string, keys: readonly VerifierKey[]): Promise<LogPromise> {
  const [first, origin = '', entry = '', time = '', ...rest] = (await openNote(note, keys)).split('\n');
  const promise = { origin, entry: fromBase64(entry), at: new Date(time) };
  const isWhole = first === firstLine && rest.join('\n') === '' && !Number.isNaN(promise.at.getTime());
  if (!isWhole || keys.every(({ name }) => name !== origin)) throw new Error('This is no promise of this log.');
  return promise;
}

/** Statement that a witness saw a checkpoint, and that nothing before it was rewritten (c2sp.org/tlog-cosignature). */
export interface Cosignature {
  readonly name: string;
  readonly at: Date;
}

/** Writes the text that a cosigner signs. */
export const cosignedText = (seconds: bigint, checkpoint: string) => `cosignature/v1\ntime ${seconds}\n${checkpoint}`;

/** Lists the cosigners who saw a checkpoint, and when. @throws Error if one of their cosignatures is forged. */
export async function readCosignatures(note: string, keys: readonly VerifierKey[]): Promise<Cosignature[]> {
  const { text, signatures } = parseNote(note);
  const cosignatures: Cosignature[] = [];
  for (const signature of signatures) {
    const key = signerAmong(keys, 'cosigner', signature);
    if (key === undefined) continue;
    if (signature.bytes.length !== 72) throw new SyntaxError('This is no cosignature.');
    const seconds = new DataView(signature.bytes.buffer).getBigUint64(0);
    await requireSignature(key, signature.bytes.slice(8), cosignedText(seconds, text));
    cosignatures.push({ name: key.name, at: new Date(Number(seconds) * 1000) });
  }
  return cosignatures;
}
