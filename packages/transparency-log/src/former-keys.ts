import { isSame, parseDecimal } from './bytes.ts';
import { openNote, parseVerifierKey, type VerifierKey } from './note.ts';

const firstLine = 'baraza/log-former-keys@v1';

/** Statement of a new key of a log: the keys that were in use before it. */
export interface FormerKeys {
  /** Entries that the log had when the key changed. */
  readonly size: number;
  readonly keys: readonly string[];
}

/** Whether a text begins like such a statement. */
export const isFormerKeys = (text: string): boolean => text.startsWith(`${firstLine}\n`);

/** Writes the text that is signed with the new key. */
export function formatFormerKeys({ size, keys }: FormerKeys): string {
  return [firstLine, size, ...keys, ''].join('\n');
}

/** Reads such a statement that one of the keys signed. @throws Error when none did, or it is another statement. */
export async function openFormerKeys(note: string, keys: readonly VerifierKey[]): Promise<FormerKeys> {
  const [first, size = '', ...former] = (await openNote(note, keys)).split('\n');
  if (first !== firstLine) throw new SyntaxError('This does not list the former keys of a log.');
  return { size: parseDecimal(size), keys: former.filter(Boolean) };
}

/** Lists the present keys and those that their statements list. */
export async function trustedKeys<Row extends { readonly verifierKey: string; readonly statement: string | null }>(
  rows: readonly Row[],
  present: readonly VerifierKey[],
): Promise<Row[]> {
  const listed = rows.map(async ({ verifierKey, statement }) => {
    const key = readVerifierKey(verifierKey);
    if (!present.some(({ use, publicKey }) => use === key?.use && isSame(publicKey, key.publicKey))) return [];
    const former = await openFormerKeys(statement ?? '', key ? [key] : []).catch(() => undefined);
    return [verifierKey, ...(former?.keys ?? [])];
  });
  const trusted = new Set((await Promise.all(listed)).flat());
  return rows.filter(({ verifierKey }) => trusted.has(verifierKey));
}

/** Reads a verifier key; undefined if it is none. */
export function readVerifierKey(text: string): VerifierKey | undefined {
  try {
    return parseVerifierKey(text);
  } catch {
    return undefined;
  }
}
