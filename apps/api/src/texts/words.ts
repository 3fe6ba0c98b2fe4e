import { besideEnglish, draftMark, draftSign, isPromise } from '@baraza/contract/core/promise';
import type { Language } from '@baraza/contract/core/language';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from '../config/package-folder.ts';

/** A text of the catalogue with its values. An i18n comment marks it in the source. */
export interface Phrase {
  readonly text: string;
  readonly values: Readonly<Record<string, Words>>;
}

/** The base name of an MDA, a jurisdiction or a category. */
interface BaseName {
  readonly name: string;
}

/** Words of a mail or page: a phrase to translate, a name, a fixed text, or several lines. */
export type Words = string | number | Phrase | BaseName | readonly Words[];

export const phrase = (text: string, values: Phrase['values'] = {}): Phrase => ({ text, values });

/** Names in one language by their base names. */
export type Names = ReadonlyMap<string, string>;

/** Puts words into English. */
export const inEnglish = (words: Words): string => say(words, { translate: String, nameOf: String });

/** Returns what puts words and names into a language. Short messages leave out drafts of promises. */
export async function speakerOf(
  language: Language | null,
  names?: Names,
  { isShort = false } = {},
): Promise<(words: Words) => string> {
  if (language === null || language === 'en') return inEnglish;
  const texts = await read(language);
  const draftOrReviewed = (text: string) => {
    const said = texts.get(text);
    return isShort && said?.includes(draftSign) ? undefined : said;
  };
  const nameOf = (name: string) => names?.get(name) ?? texts.get(name) ?? name;
  if (language !== 'ar') return (words) => say(words, { translate: (text) => draftOrReviewed(text) ?? text, nameOf });
  // English and filled-in texts keep their own direction; in an address, the mark would become part of it.
  return (words) =>
    say(words, {
      translate: (text) => draftOrReviewed(text) ?? `\u2066${text}\u2069`,
      nameOf,
      isolate: (filled) => (filled.startsWith('http') ? filled : `\u2068${filled}\u2069`),
    });
}

type Change = (text: string) => string;

function say(
  words: Words,
  into: { readonly translate: Change; readonly nameOf: Change; readonly isolate?: Change },
): string {
  if (typeof words === 'string' || typeof words === 'number') return String(words);
  if ('name' in words) return into.nameOf(words.name);
  if (!('text' in words)) return words.map((line) => say(line, into)).join('\n');
  const { text, values } = words;
  const { translate, isolate = String } = into;
  return translate(text).replaceAll(/\{(\w+)\}/gu, (_, name: string) => isolate(say(values[name] ?? '', into)));
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
  const shown = items.filter(({ msgstr }) => msgstr[0]);
  const mark = shown.find(({ msgid }) => msgid === draftMark)?.msgstr[0];
  return new Map(
    shown.map(({ msgid, msgstr: [translated = ''], flags }) => [
      msgid,
      flags['fuzzy'] && isPromise(msgid) ? besideEnglish(msgid, translated, mark) : translated,
    ]),
  );
}
