import { reviewText, showLanguage } from '@baraza/app';
import type { Language } from '@baraza/contract/core/language';
import { i18n } from '@lingui/core';
import reviewed from '../../locales/fr.po?reviewed';

/** The languages of the desk. */
export const deskLanguages = ['en', 'fr'] as const satisfies readonly Language[];

/** The language that is shown. */
export const currentLanguage = (): Language => i18n.locale as Language;

/** Fetches the catalogue of a language and shows it; the desk has English instead of one that it lacks. */
export async function fetchLanguage(language: Language): Promise<void> {
  if (language !== 'fr') return showLanguage('en');
  const { messages } = await import('../../locales/fr.po?texts');
  showLanguage('fr', messages);
}

/** Says how much of the French texts somebody has reviewed. */
export const frenchState = (): string => reviewText(reviewed);
