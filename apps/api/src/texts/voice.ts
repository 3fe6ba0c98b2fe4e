import { type Language, languages } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import { type Html, html } from './html.ts';
import { inEnglish, phrase, speakerOf } from './words.ts';

type Values = Readonly<Record<string, string>>;

/** Translates texts of the catalogue into the language of a page. */
export interface Voice {
  readonly language: Language;
  readonly say: (text: string, values?: Values) => string;
  /** As HTML, where what stays English is marked so. */
  readonly show: (text: string, values?: Values) => Html;
}

/** Returns the voice of a reader: in the portal's language cookie, else the browser's first available language. */
export const voiceOf = (request: FastifyRequest): Promise<Voice> => voiceIn(languageOf(request));

/** The voice of a language. */
export async function voiceIn(language: Language): Promise<Voice> {
  const speak = await speakerOf(language);
  const say: Voice['say'] = (text, values) => speak(phrase(text, values));
  const show: Voice['show'] = (text, values) => {
    const [said, english] = [say(text, values), inEnglish(phrase(text, values))];
    const isEnglish = language !== 'en' && said.replaceAll(/[\u2066\u2068\u2069]/gu, '') === english;
    return isEnglish ? html`<span lang="en" dir="ltr">${english}</span>` : html`${said}`;
  };
  return { language, say, show };
}

function languageOf({ cookies, headers }: FastifyRequest): Language {
  const preferred = (headers['accept-language'] ?? '')
    .split(',')
    .map((range) => range.trim().slice(0, 2).toLowerCase());
  const wanted = [cookies['language'], ...preferred];
  return wanted.flatMap((tag) => languages.find((language) => language === tag) ?? [])[0] ?? 'en';
}
