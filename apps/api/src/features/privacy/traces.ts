import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { WrittenMail } from '../../mail/waiting-mails.ts';
import { newAddressSubject } from '../../auth/code/code.store.ts';
import { type PersonalData, withoutPerson } from './erase-person.store.ts';

/** What a person is found by in what was written. */
export interface Traced extends PersonalData {
  readonly pendingEmail: string | null;
}

/**
 * Whether a mail has to go with the person: one to them, or one that names them in a case of theirs. Names, phone and new
 * address are as the person typed them, and may be a word of every mail or the address of somebody else: they alone are no
 * reason.
 */
export function isOf(mail: WrittenMail, person: Traced, trackingIds: readonly string[]): boolean {
  const to = mail.to.toLowerCase();
  if (to === person.email || (to === person.pendingEmail && mail.subject === newAddressSubject)) return true;
  return namesInCase(mail, person, trackingIds);
}

/** Whether a mail is about one of these cases and names the person. */
export function namesInCase(
  { to, subject, text }: WrittenMail,
  person: Traced,
  trackingIds: readonly string[],
): boolean {
  const words = `${to}\n${subject}\n${text}`;
  return trackingIds.some((it) => words.includes(it)) && names(words, person);
}

function names(text: string, person: Traced): boolean {
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
