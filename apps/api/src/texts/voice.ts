import { type Language, languages } from '@baraza/contract';
import { draftSign } from '@baraza/contract/core/promise';
import type { FastifyRequest } from 'fastify';
import { type Html, html } from './html.ts';
import type { Database } from '../db/database.ts';
import { namesIn } from './local-names.store.ts';
import { inEnglish, type Phrase, phrase, speakerOf } from './words.ts';

type Values = Phrase['values'];

/** Translates texts of the catalogue into the language of a page. */
export interface Voice {
  readonly language: Language;
  readonly say: (text: string, values?: Values) => string;
  /** Names an MDA, a jurisdiction or a category. */
  readonly nameOf: (name: string) => string;
  /** As HTML, where what stays English is marked so. */
  readonly show: (text: string, values?: Values) => Html;
}

/** Returns the voice of a reader: in the portal's language cookie, else the browser's first available language. */
export const voiceOf = (db: Database, request: FastifyRequest): Promise<Voice> => voiceIn(db, languageOf(request));

/** The voice of a language. */
export async function voiceIn(db: Database, language: Language): Promise<Voice> {
  const speak = await speakerOf(language, await namesIn(db, language));
  const say: Voice['say'] = (text, values) => speak(phrase(text, values));
  const show: Voice['show'] = (text, values) => {
    const [said, english] = [say(text, values), inEnglish(phrase(text, values))];
    const [, draft] = said.split(draftSign);
    if (draft !== undefined)
      return html`<span lang="en" dir="ltr">${english}</span> <span class="block">${draft}</span>`;
    const isEnglish = language !== 'en' && said.replaceAll(/[\u2066\u2068\u2069]/gu, '') === english;
    return isEnglish ? html`<span lang="en" dir="ltr">${english}</span>` : html`${said}`;
  };
  return { language, say, show, nameOf: (name) => speak({ name }) };
}

function languageOf({ cookies, headers }: FastifyRequest): Language {
  const preferred = (headers['accept-language'] ?? '')
    .split(',')
    .map((range) => range.trim().slice(0, 2).toLowerCase());
  const wanted = [cookies['language'], ...preferred];
  return wanted.flatMap((tag) => languages.find((language) => language === tag) ?? [])[0] ?? 'en';
}
