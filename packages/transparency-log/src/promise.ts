import { fromBase64, toBase64 } from './bytes.ts';
import { openNote, type VerifierKey } from './note.ts';

const firstLine = 'baraza/log-promise@v1';

/** Promises that an entry will be in a log, as the SCT of RFC 6962. */
export interface LogPromise {
  /** Name of the log. */
  readonly origin: string;
  readonly entry: Uint8Array;
  readonly at: Date;
}

/** Whether a text is meant as such a promise. */
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
