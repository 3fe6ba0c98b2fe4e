import { fullNamePattern, type PersonName, wholeWords } from '../complaint/text/full-name.ts';
import { literally, phoneForms } from './phone-forms.ts';

/** What identifies a person in a text. */
export interface PersonalData extends PersonName {
  readonly email: string;
  readonly phone: string | null;
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

function patternsOf({ email, phone, ...name }: PersonalData): RegExp[] {
  const fullName = fullNamePattern(name);
  return [
    // Links write the @ as %40.
    ...(email.includes('@') ? [wholeWords(literally(email).replace('@', '(?:@|%40)'))] : []),
    ...phoneForms(phone ?? '').map(wholeWords),
    ...(fullName ? [fullName] : []),
  ];
}

/**
 * The tags and entities of a description. No tag holds the beginning of another, so that many beginnings without an end take no
 * longer than other words.
 */
const markup = /(<\/?(?:p|br|strong|em|u|s|ol|ul|li|a)(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|nbsp);)/u;
const linkTarget = /(?<=\bhref=")[^"]*/gu;
