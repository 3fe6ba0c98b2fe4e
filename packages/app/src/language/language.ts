import type { Language } from '@baraza/contract/core/language';
import { i18n, type Messages } from '@lingui/core';
import { markEnglish } from './mark-english.ts';

/** Shows another language. `catalogue` is not needed for English. */
export function showLanguage(language: Language, catalogue?: Messages): void {
  const root = document.documentElement;
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  if (catalogue) i18n.load(language, catalogue);
  i18n.activate(language);
  markEnglish();
}

/** Keeps the choice in a cookie: it outlives the emptying of storage at logout, and `theme.js` reads it early. */
export function rememberLanguage(language: Language): void {
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
}
