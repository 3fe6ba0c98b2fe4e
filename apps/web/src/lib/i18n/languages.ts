import { reviewText as textOf, showLanguage } from '@baraza/app';
import type { Language } from '@baraza/contract';
import { i18n, type Messages } from '@lingui/core';

const catalogues = import.meta.glob<{ messages: Messages }>(['../../locales/??.po', '!**/en.po'], { query: '?texts' });

const reviewed = import.meta.glob<number>(['../../locales/??.po', '!**/en.po'], {
  query: '?reviewed',
  import: 'default',
  eager: true,
});

/** Returns the language shown. */
export const currentLanguage = (): Language => i18n.locale as Language;

/** Fetches the catalogue of a language and shows it. */
export async function fetchLanguage(language: Language): Promise<void> {
  const catalogue = await catalogues[`../../locales/${language}.po`]?.();
  showLanguage(language, catalogue?.messages);
}

/** Describes how much of a translation has been reviewed. */
export const reviewText = (language: Language): string => textOf(reviewed[`../../locales/${language}.po`] ?? 0);
