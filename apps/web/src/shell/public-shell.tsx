import type { ReactNode } from 'react';
import { paths } from '../lib/router/paths.ts';
import { usePortal } from '@baraza/app';
import { cx } from '@baraza/ui';
import { LanguageMenu, TranslationNote } from '../lib/i18n/language-parts.tsx';
import { Logo } from './logo.tsx';

/** The frame of screens before login: the name above, one narrow or `wide` page below. */
export function PublicShell({ wide, children }: { wide?: boolean; children: ReactNode }) {
  const { copyright } = usePortal();
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <header className="flex min-h-16 items-center justify-between gap-2 px-2 py-2 m:px-5">
        <Logo to={paths.landing} />
        <LanguageMenu />
      </header>
      <main className={cx('mx-auto w-full px-4 pt-2', wide ? 'max-w-304 pb-16' : 'max-w-110 pb-10 m:pt-10')}>
        {children}
      </main>
      <footer className="px-4 py-4 text-center text-sm text-ink-2">
        <TranslationNote to={paths.publicLanguageReview} />
        <bdi>{copyright}</bdi>
      </footer>
    </div>
  );
}
