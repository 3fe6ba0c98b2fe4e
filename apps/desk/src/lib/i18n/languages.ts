import { reviewText, showLanguage } from '@baraza/app';
import type { Language } from '@baraza/contract/core/language';
import { i18n } from '@lingui/core';
import reviewed from '../../locales/fr.po?reviewed';

/** The languages of the desk. */
export const deskLanguages = ['en', 'fr'] as const satisfies readonly Language[];

/** Returns the current language. */
export const currentLanguage = (): Language => i18n.locale as Language;

/** Fetches the catalogue of a language and shows it; English if the desk lacks it. */
export async function fetchLanguage(language: Language): Promise<void> {
  if (language !== 'fr') return showLanguage('en');
  const { messages } = await import('../../locales/fr.po?texts');
  showLanguage('fr', messages);
}

/** Words the share of French texts that are reviewed. */
export const frenchState = (): string => reviewText(reviewed);
