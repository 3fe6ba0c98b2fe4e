import { ordinaryWords } from './common-words.ts';
import { literally, phoneForms } from './phone-forms.ts';

export interface PersonalData {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
}

/** What finds a person in a text, the longest first. `withoutPerson` says which names count, and where. */
export function patternsOf({ firstName, lastName, email, phone }: PersonalData): RegExp[] {
  const [first, last] = [firstName, lastName].map(asCompared) as [string, string];
  const alone = [first, last, ...first.split(/\s+/u), ...last.split(/\s+/u)].filter((it) => it !== '');
  const names = [...new Set(alone)].toSorted((a, b) => b.length - a.length);
  return [
    ...(email.includes('@') ? [wholeWords(inAddresses(email), 'giu')] : []),
    ...phoneForms(phone ?? '').map((it) => wholeWords(it, 'gu')),
    ...together(first, last).map((it) => (isOrdinary(it) ? written(it) : anyCase(it))),
    ...names.map((it) => (isOrdinary(it) ? addressed(it) : anyCase(it))),
  ];
}

/** The signs that stand for an apostrophe. The last but one counts as a letter elsewhere. */
const apostrophe = /['’‘ʼ`]/gu;

const asCompared = (name: string) => name.normalize('NFC').replaceAll(apostrophe, "'").trim();

/** Both names, in either order; as one word too, as some scripts write them, unless that would make one of ordinary words. */
function together(first: string, last: string): string[] {
  if (first === '' || last === '') return [];
  const apart = [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`].filter(
    (it) => lettersOf(it) > 3 || !isAlphabetic(it),
  );
  const asOne = isOrdinary(first) || isOrdinary(last) ? [] : [`${first}${last}`, `${last}${first}`];
  return [...apart, ...asOne.filter((it) => !isOrdinary(it))];
}

const lettersOf = (words: string) => words.match(/[\p{L}\p{M}]/gu)?.length ?? 0;

/** Whether every letter stands for a sound, as in English: one or two of them are hardly a name. */
const isAlphabetic = (word: string) => !/(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}/u.test(word);

/** Whether none of the words finds anybody. */
function isOrdinary(name: string): boolean {
  return (name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every(
    (it) => (lettersOf(it) < 3 && isAlphabetic(it)) || ordinaryWords.has(it.toLowerCase()),
  );
}

const anyCase = (name: string) => wholeWords(spelled(name), 'giu');
const written = (name: string) => wholeWords(capitals(name), 'gu');

/** The name is looked for first: what stands before is read only where there is one. */
function addressed(name: string): RegExp {
  const words = capitals(name);
  return wholeWords(`(?=${words})(?<=(?<!${inWord})(?:${formsOfAddress})\\.?\\s+)${words}`, 'gu');
}

const formsOfAddress =
  'Dear Hello Hi Mr Mrs Ms Miss Dr Prof Professor Sir Madam Chief Hon Honourable Honorable Mzee Bwana Alhaji Alhaja'
    .split(' ')
    .map((it) => `[${it[0]}${it[0]?.toLowerCase()}]${it.slice(1)}`)
    .join('|');

/** A sign that goes on with a word. The apostrophe that counts as a letter does not. */
const inWord = String.raw`(?!ʼ)[\p{L}\p{M}\p{N}]`;

function wholeWords(pattern: string, flags: string): RegExp {
  return new RegExp(`(?<!${inWord})(?:${pattern})(?!${inWord})`, flags);
}

/**
 * As it is, however wide the gaps are, with any apostrophe, and with each accent as a part of its letter or as a sign of its
 * own: the text is not changed to be compared, for the rest of it stays as it was written.
 */
function spelled(words: string): string {
  return words.normalize('NFC').replaceAll(/\s+|\P{M}\p{M}*/gu, (sign) => {
    if (sign.trim() === '') return String.raw`\s+`;
    if (sign === "'") return apostrophe.source;
    return oneOf([sign, sign.normalize('NFD')]);
  });
}

/** An e-mail address as it stands, or as links write it. */
function inAddresses(email: string): string {
  return email.replaceAll(/./gsu, (sign) => oneOf([sign, /[!-~]/u.test(sign) ? encodeURIComponent(sign) : sign]));
}

function oneOf(spellings: readonly string[]): string {
  const different = [...new Set(spellings)].map(literally);
  return different.length === 1 ? different.join('') : `(?:${different.join('|')})`;
}

/** Each word with a capital in front, or in capitals. */
function capitals(words: string): string {
  const each = words.split(/\s+/u).map((it) => {
    const lower = it.toLowerCase();
    return `(?:${spelled(lower.replace(/\p{L}/u, (letter) => letter.toUpperCase()))}|${spelled(it.toUpperCase())})`;
  });
  return each.join(String.raw`\s+`);
}
