import { patternsOf, type PersonalData } from './person-patterns.ts';

export type { PersonalData };

/** Stands where words were taken out: readers must see that an answer was longer. */
export const takenOut = '[…]';

/**
 * A text without what names this person, for the eyes of others and for the time after them. Where something was taken out
 * stands `[…]`; everything else stays, for a case is kept when its person goes.
 *
 * People pick their own names. Whoever calls themselves "Not" or "A" must not rewrite what an office answered, so names count by
 * what they are worth for finding somebody, as whole words only:
 * - the e-mail address, and a phone number of seven digits or more however it is grouped: always. Shorter ones are
 *   everybody's, such as that of the fire brigade;
 * - first and last name together, in either order, or as one word unless either is ordinary: always. When both are ordinary
 *   words ("Not The"), only as names are written, with capitals;
 * - a name alone, or one word of it: when it is no ordinary word and has three letters or more. In scripts other than the
 *   Latin, Greek and Cyrillic ones a single sign is often a whole name, and counts;
 * - an ordinary or short one alone ("Sunday", "Bo"): after a form of address, with a capital.
 *
 * It finds names and addresses as they stand in the account. What somebody writes about a person in other words, or leaves
 * of an ordinary name in the midst of a sentence, it cannot tell from the case itself.
 */
export function withoutPerson(text: string, person: PersonalData): string {
  return without(text, patternsOf(person));
}

/** The same of a description, which is HTML. In any other text angle brackets are words like all others. */
export function htmlWithoutPerson(html: string, person: PersonalData): string {
  const patterns = patternsOf(person);
  const inWords = (words: string) => without(words, patterns);
  return html
    .split(markup)
    .map((part, index) => (index % 2 === 0 ? inWords(part) : part.replaceAll(address, inWords)))
    .join('');
}

function without(words: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replaceAll(pattern, takenOut), words);
}

/** The same of all that was said with a step. */
export function wordsWithout<T extends { readonly text: string | null; readonly reason: string | null }>(
  person: PersonalData,
  step: T,
): T {
  const [text, reason] = [step.text, step.reason].map((it) => it && withoutPerson(it, person));
  return { ...step, text, reason };
}

/**
 * What a description is written with: a name may be that of a tag. Of a tag only where it leads to is anybody's words. No tag
 * holds the beginning of another, so that many beginnings without an end take no longer than other words.
 */
const markup = /(<\/?(?:p|br|strong|em|u|s|ol|ul|li|a)(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|nbsp);)/u;
const address = /(?<=\bhref=")[^"]*/gu;
