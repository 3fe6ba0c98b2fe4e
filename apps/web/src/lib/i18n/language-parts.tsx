import { afterStart, lazyPart } from '@baraza/app';
import { i18n } from '@lingui/core';

// Loaded after the screen.
const load = () => import('./language-controls.tsx');
const quiet = { quiet: true };

/** The language menu, loaded when first shown. */
export const LanguageMenu = lazyPart(async () => ({ default: (await load()).LanguageMenu }), quiet);

const Note = lazyPart(async () => ({ default: (await load()).TranslationNote }), { quiet: true, schedule: afterStart });

/** The note below each translated screen; nothing in English. */
export function TranslationNote(props: { to: string }) {
  return i18n.locale !== 'en' && <Note {...props} />;
}
