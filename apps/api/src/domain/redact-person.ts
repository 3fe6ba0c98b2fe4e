import { fullNamePattern, type PersonName, wholeWords } from './person-name.ts';

/** Names and contact data that identify a person in a text. */
export interface PersonalData extends PersonName {
  readonly email: string;
  readonly phone: string | null;
  /** The numbers to call that they left with complaints. */
  readonly callPhones: readonly string[];
}

/** Stands in place of redacted words, so that readers see that a text was longer. */
export const redactedMark = '[…]';

/** Redacts e-mail address, phone number and full name of a person; everything else stays. */
export function redactText(text: string, person: PersonalData): string {
  return redact(text, patternsOf(person));
}

/** Redacts an HTML description: its words and the targets of its links, never its tags. */
export function redactHtml(html: string, person: PersonalData): string {
  const patterns = patternsOf(person);
  const redactWords = (words: string) => redact(words, patterns);
  return html
    .split(markup)
    .map((part, index) => (index % 2 === 0 ? redactWords(part) : part.replaceAll(linkTarget, redactWords)))
    .join('');
}

/** Redacts text and reason of a step. */
export function redactStep<T extends { readonly text: string | null; readonly reason: string | null }>(
  person: PersonalData,
  step: T,
): T {
  const [text, reason] = [step.text, step.reason].map((words) => words && redactText(words, person));
  return { ...step, text, reason };
}

function redact(words: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replaceAll(pattern, redactedMark), words);
}

function patternsOf({ email, phone, callPhones, ...name }: PersonalData): RegExp[] {
  const fullName = fullNamePattern(name);
  return [
    // Links write the @ as %40.
    ...(email.includes('@') ? [wholeWords(literally(email).replace('@', '(?:@|%40)'))] : []),
    ...[phone ?? '', ...callPhones].flatMap(phoneForms).map(wholeWords),
    ...(fullName ? [fullName] : []),
  ];
}

/** The tags and entities of a description. No tag contains the beginning of another, or matching could take forever. */
const markup = /(<\/?(?:p|br|strong|em|u|s|ol|ul|li|a)(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|nbsp);)/u;
const linkTarget = /(?<=\bhref=")[^"]*/gu;

/** Patterns of the usual forms of a phone number. Numbers of fewer than seven digits are public, such as the fire brigade's. */
function phoneForms(phone: string): string[] {
  const digits = phone.replaceAll(/\D/gu, '');
  if (digits.length < 7) return [];
  if (digits.length < 9) return [asItStands(phone.trim())];
  const home = phone.trim().startsWith('+') ? [1, 2, 3].map((code) => digits.slice(code)) : [digits.replace(/^0/u, '')];
  const numbers = home.filter((rest) => rest.length > 7).map((rest) => `\\d{1,3}${gap}(?:0${gap})?${grouped(rest)}`);
  return [`(?:(?:\\+|00)${gap})?(?:${[grouped(digits), ...numbers].join('|')})`];
}

const literally = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);

/** Separators between digits, with every kind of hyphen. */
const gap = String.raw`[\s().\/\p{Pd}]*`;

const grouped = (digits: string) => digits.split('').join(gap);

/** Pattern of a short number in its own grouping, with any kind of hyphen. */
function asItStands(phone: string): string {
  return literally(phone)
    .replaceAll(/\s+/gu, String.raw`\s+`)
    .replaceAll(/\p{Pd}/gu, String.raw`\p{Pd}`);
}
