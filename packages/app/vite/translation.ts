import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { besideEnglish, isPromise } from '../../contract/src/core/promise.ts';

/** How far a text is in a language: English still, a translation that nobody has reviewed, or a reviewed one. */
export type State = 'untranslated' | 'draft' | 'reviewed';

/** A text of a catalogue. */
export interface Translation {
  readonly id: string;
  readonly english: string;
  readonly translated: string;
  readonly state: State;
}

/** Returns what readers see of a text. A promise nobody has reviewed stands below its English. */
export function shownText(language: string, { state, english, translated }: Translation, mark?: string): string {
  // Counts as English does, whatever the language around it.
  const inOther = english.replaceAll(/\bone \{/gu, '=1 {');
  // The signs mark English and keep its direction.
  if (state === 'untranslated') return `\u2066${inOther}\u2069`;
  const own = language === 'ar' ? translated.replaceAll(/\{\w+\}/gu, '\u2068$&\u2069') : translated;
  return state === 'draft' && isPromise(english) ? besideEnglish(inOther, own, mark) : own;
}

/** Reads the texts of a language; gettext's flag `fuzzy` marks a draft. `cwd` is where lingui.config.ts lies. */
export async function readTranslations(cwd: string, language: string): Promise<Translation[]> {
  const config = getConfig({ cwd });
  const [catalog] = await getCatalogs(config);
  const english = await catalog?.read(config.sourceLocale);
  const translated = await catalog?.read(language);
  if (!english || !translated) throw new Error(`${cwd} has no catalogue for ${language}.`);
  return Object.entries(english).map(([id, source]) => {
    const { translation = '', extra } = translated[id] ?? {};
    const flags = (extra?.['flags'] as string[] | undefined) ?? [];
    const state = translation === '' ? 'untranslated' : flags.includes('fuzzy') ? 'draft' : 'reviewed';
    return { id, english: source.message ?? id, translated: translation, state };
  });
}
