import { lazyPart } from '@baraza/app/page/lazy-part';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';

/** The menu of languages; its code comes after the screen. */
export const LanguageMenu = lazyPart(() => import('./language-menu.tsx'), { quiet: true });

const Note = lazyPart(() => import('./translation-note.tsx'), { quiet: true });

/** What stands below each screen in another language than English. */
export function TranslationNote(props: { to: string }): ReactNode {
  return i18n.locale !== 'en' && <Note {...props} />;
}
