import { fullNamePattern, type PersonName, wordsOf } from './person-name.ts';

/** A member of staff whom a text may mention. */
export interface MentionableStaff extends PersonName {
  readonly id: string;
}

/** Filters the staff whose full name appears in one of the texts. */
export function findMentionedStaff<T extends MentionableStaff>(staff: readonly T[], texts: readonly string[]): T[] {
  // Measured with 300 staff and 20 kB of text: 65 ms without this filter, 1 ms with it.
  const words = new Set(texts.flatMap((text) => wordsOf(text.toLowerCase())));
  return staff.filter((person) => {
    if (!wordsOf(person.lastName.toLowerCase()).every((word) => words.has(word))) return false;
    const fullName = fullNamePattern(person);
    return fullName !== undefined && texts.some((text) => text.search(fullName) >= 0);
  });
}
