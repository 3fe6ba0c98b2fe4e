import { isPromise } from '@baraza/contract/core/promise';
import type { Language } from '@baraza/contract/core/language';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from '../config/package-folder.ts';

/** A text of the catalogue with its values. An i18n comment marks it in the source. */
export interface Phrase {
  readonly text: string;
  readonly values: Readonly<Record<string, Words>>;
}

/** Words of a mail or page: a phrase to translate, a fixed text, or several lines. */
export type Words = string | number | Phrase | readonly Words[];

export const phrase = (text: string, values: Phrase['values'] = {}): Phrase => ({ text, values });

/** Puts words into English. */
export const inEnglish = (words: Words): string => say(words, (text) => text);

/** Returns what puts words into a language. Drafts count, but for promises. */
export async function speakerOf(language: Language | null): Promise<(words: Words) => string> {
  if (language === null || language === 'en') return inEnglish;
  const texts = await read(language);
  if (language !== 'ar') return (words) => say(words, (text) => texts.get(text) ?? text);
  // English and filled-in texts keep their own direction; in an address, the mark would become part of it.
  return (words) =>
    say(
      words,
      (text) => texts.get(text) ?? `\u2066${text}\u2069`,
      (filled) => (filled.startsWith('http') ? filled : `\u2068${filled}\u2069`),
    );
}

function say(words: Words, translate: (text: string) => string, isolate = (filled: string) => filled): string {
  if (typeof words === 'string' || typeof words === 'number') return String(words);
  if (!('text' in words)) return words.map((line) => say(line, translate, isolate)).join('\n');
  const { text, values } = words;
  return translate(text).replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    isolate(say(values[name] ?? '', translate, isolate)),
  );
}

const catalogues = new Map<Language, Promise<Map<string, string>>>();

function read(language: Language): Promise<Map<string, string>> {
  const texts = catalogues.get(language) ?? parse(language);
  catalogues.set(language, texts);
  // A read that failed is tried again by the next mail.
  texts.catch(() => catalogues.delete(language));
  return texts;
}

async function parse(language: Language): Promise<Map<string, string>> {
  const { parsePo } = await import('pofile-ts');
  const { items } = parsePo(await readFile(path.join(packageFolder, 'src/locales', `${language}.po`), 'utf8'));
  return new Map(
    items.flatMap(({ msgid, msgstr: [translated = ''], flags }) =>
      translated === '' || (flags['fuzzy'] && isPromise(msgid)) ? [] : [[msgid, translated] as const],
    ),
  );
}
