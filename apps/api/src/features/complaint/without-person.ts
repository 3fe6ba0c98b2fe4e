import { ordinaryWords } from './ordinary-words.ts';

export interface PersonalData {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
}

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
 * - first and last name together, in either order: always. When both are ordinary words ("Not The"), only as names are written,
 *   with capitals;
 * - a name alone, or one word of it: when it has three letters or more and is no ordinary word;
 * - an ordinary or short one alone ("Sunday", "Bo"): after a form of address, with a capital.
 *
 * It finds names and addresses as they stand in the account. What somebody writes about a person in other words, or leaves
 * of an ordinary name in the midst of a sentence, it cannot tell from the case itself.
 */
export function withoutPerson(text: string, person: PersonalData): string {
  const patterns = patternsOf(person);
  const inWords = (words: string) => patterns.reduce((rest, pattern) => rest.replaceAll(pattern, takenOut), words);
  return text
    .split(markup)
    .map((part, index) => (index % 2 === 0 ? inWords(part) : part.replaceAll(address, inWords)))
    .join('');
}

/** The same of all that was said with a step. */
export function wordsWithout<T extends { readonly text: string | null; readonly reason: string | null }>(
  person: PersonalData,
  step: T,
): T {
  const [text, reason] = [step.text, step.reason].map((it) => it && withoutPerson(it, person));
  return { ...step, text, reason };
}

/** What a description is written with: a name may be that of a tag. Of a tag only where it leads to is anybody's words. */
const markup = /(<\/?(?:p|br|strong|em|u|s|ol|ul|li|a)(?:\s[^>]*)?\/?>|&(?:amp|lt|gt|quot|nbsp);)/u;
const address = /(?<=\bhref=")[^"]*/gu;

function patternsOf({ firstName, lastName, email, phone }: PersonalData): RegExp[] {
  const [first, last] = [firstName, lastName].map((it) => it.trim()) as [string, string];
  const both = first === '' || last === '' ? [] : [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`];
  const alone = [first, last, ...first.split(/\s+/u), ...last.split(/\s+/u)].filter((it) => it !== '');
  const names = [...new Set(alone)].toSorted((a, b) => b.length - a.length);
  return [
    ...(email.includes('@') ? [wholeWords(spelled(email), 'giu')] : []),
    ...phonePatterns(phone ?? ''),
    ...both.filter((it) => lettersOf(it) > 3).map((it) => (isOrdinary(it) ? written(it) : anyCase(it))),
    ...names.map((it) => (isOrdinary(it) ? addressed(it) : anyCase(it))),
  ];
}

const lettersOf = (words: string) => words.match(/\p{L}/gu)?.length ?? 0;

/** Whether none of the words finds anybody. */
function isOrdinary(name: string): boolean {
  return (name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every(
    (it) => lettersOf(it) < 3 || ordinaryWords.has(it.toLowerCase()),
  );
}

const anyCase = (name: string) => wholeWords(spelled(name), 'giu');
const written = (name: string) => wholeWords(capitals(name), 'gu');
const addressed = (name: string) =>
  wholeWords(`(?<=(?<![\\p{L}\\p{N}])(?:${formsOfAddress})\\.?\\s+)${capitals(name)}`, 'gu');

const formsOfAddress = ['Dear', 'Hello', 'Hi', 'Mr', 'Mrs', 'Ms', 'Miss', 'Dr', 'Sir', 'Madam', 'Chief']
  .map((it) => `[${it[0]}${it[0]?.toLowerCase()}]${it.slice(1)}`)
  .join('|');

function wholeWords(pattern: string, flags: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, flags);
}

/** As it is, however wide the gaps are. */
function spelled(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replaceAll(/\s+/gu, String.raw`\s+`);
}

/** Each word with a capital in front, or in capitals. */
function capitals(words: string): string {
  const each = words.split(/\s+/u).map((it) => {
    const lower = it.toLowerCase();
    return `(?:${spelled(lower.replace(/\p{L}/u, (letter) => letter.toUpperCase()))}|${spelled(it.toUpperCase())})`;
  });
  return each.join(String.raw`\s+`);
}

/** A number as it stands, and from nine digits on also grouped otherwise and written for callers from here or from abroad. */
function phonePatterns(phone: string): RegExp[] {
  const digits = phone.replaceAll(/\D/gu, '');
  if (digits.length < 7) return [];
  if (digits.length < 9) return [wholeWords(spelled(phone.trim()), 'gu')];
  const grouped = (number: string) => number.split('').join(String.raw`[\s().\/-]*`);
  const home = phone.trim().startsWith('+') ? [1, 2, 3].map((code) => digits.slice(code)) : [digits.replace(/^0/u, '')];
  const forms = home.filter((it) => it.length > 7).map((it) => String.raw`(?:0|\+\d{1,3})[\s().\/-]*${grouped(it)}`);
  return [wholeWords([String.raw`\+?${grouped(digits)}`, ...forms].join('|'), 'gu')];
}
