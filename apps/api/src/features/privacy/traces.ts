import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { type PersonalData, withoutPerson } from '../complaint/erase-person.store.ts';

/** What a person is found by in what was written. */
export interface Traced extends PersonalData {
  readonly pendingEmail: string | null;
}

/** Whether a text, a mail say, names the person. */
export function names(text: string, person: Traced): boolean {
  const lower = text.toLowerCase();
  const addresses = [person.email, person.pendingEmail].filter((it) => it !== null);
  return addresses.some((it) => lower.includes(it)) || withoutPerson(text, person) !== text;
}

/**
 * Notes beside the database too who was erased, or which complaint lost its person: so that an older backup of it does not
 * forget. By number alone.
 */
export async function keepTombstone(dataDir: string, id: string, at: Date): Promise<void> {
  const line = JSON.stringify({ account_id: id, at: at.toISOString() });
  await appendFile(path.join(dataDir, 'erasures.jsonl'), `${line}\n`, { mode: 0o600 });
}
