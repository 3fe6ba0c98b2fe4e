import type { WrittenMail } from '../../mail/mail.ts';
import { newAddressSubject } from '../../auth/code/code.store.ts';
import { type PersonalData, redactText } from './redact-person.ts';

/** What identifies a citizen in mails: a change of address may be under way. */
export interface Mailee extends PersonalData {
  readonly pendingEmail: string | null;
}

/**
 * Whether an erasure removes a mail: one to the person, or one that names them in a case of theirs. Names, phone and new
 * address are as the person typed them, and may be a word of every mail or the address of somebody else: they alone are no
 * reason.
 */
export function isMailOfPerson(mail: WrittenMail, person: Mailee, trackingIds: readonly string[]): boolean {
  const to = mail.to.toLowerCase();
  if (to === person.email || (to === person.pendingEmail && mail.subject === newAddressSubject)) return true;
  return namesPersonInCase(mail, person, trackingIds);
}

/** Whether a mail is about one of these cases and names the person. */
export function namesPersonInCase(
  { to, subject, text }: WrittenMail,
  person: Mailee,
  trackingIds: readonly string[],
): boolean {
  const words = `${to}\n${subject}\n${text}`;
  return trackingIds.some((trackingId) => words.includes(trackingId)) && namesPerson(words, person);
}

function namesPerson(text: string, person: Mailee): boolean {
  const lower = text.toLowerCase();
  const addresses = [person.email, person.pendingEmail].filter((address) => address !== null);
  return addresses.some((address) => lower.includes(address)) || redactText(text, person) !== text;
}
