import type { ReactNode } from 'react';
import { paths } from '../lib/router/paths.ts';
import { usePortal } from '@baraza/app';
import { cx } from '@baraza/ui';
import { LanguageMenu, TranslationNote } from '../lib/i18n/language-parts.tsx';
import { Logo } from './logo.tsx';

/** The frame of screens before login: the name above, one narrow or `wide` page below, all from one edge. */
export function PublicShell({ wide, children }: { wide?: boolean; children: ReactNode }) {
  const { copyright } = usePortal();
  return (
    <div className="mx-auto grid min-h-dvh max-w-296 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] px-4 m:px-8">
      <header className="flex min-h-16 items-center justify-between gap-2 py-2">
        <Logo to={paths.landing} className="-ms-2" />
        <LanguageMenu />
      </header>
      <main className={cx('w-full pt-2', wide ? 'pb-16' : 'max-w-104 pb-10 m:pt-10')}>{children}</main>
      <footer className="py-4 text-sm text-ink-2">
        <TranslationNote to={paths.publicLanguageReview} />
        <bdi>{copyright}</bdi>
      </footer>
    </div>
  );
}
