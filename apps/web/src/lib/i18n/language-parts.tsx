import { afterStart, lazyPart } from '@baraza/app';
import { i18n } from '@lingui/core';

// Their code comes after the screen.
const load = () => import('./language-controls.tsx');
const quiet = { quiet: true };

/** The menu of languages. */
export const LanguageMenu = lazyPart(async () => ({ default: (await load()).LanguageMenu }), quiet);

/** Leads to the screen of languages. */
export const LanguageLink = lazyPart(async () => ({ default: (await load()).LanguageLink }), quiet);

const Note = lazyPart(async () => ({ default: (await load()).TranslationNote }), { quiet: true, schedule: afterStart });

/** What stands below each screen in another language than English. */
export function TranslationNote(props: { to: string }) {
  return i18n.locale !== 'en' && <Note {...props} />;
}
