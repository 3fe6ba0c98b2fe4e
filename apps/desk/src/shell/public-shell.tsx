import { chooseLanguage, ThemeButton, usePortal } from '@baraza/app';
import { languageNames } from '@baraza/contract/core/language';
import { RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { currentLanguage, fetchLanguage } from '../lib/i18n/languages.ts';

/** Frames the screens before login, with a link to the portal. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { productName } = usePortal();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="desk-bar on-dark">
        <span className="flex items-center gap-2.5 font-display text-lead font-bold">
          <RingMark className="size-7.5" />
          {t`MDA desk`}
        </span>
        <span className="text-banner-ink-2">{productName}</span>
        <span className="ms-auto flex items-center gap-1.5">
          <OtherLanguage />
          <ThemeButton onDark />
        </span>
      </header>
      <main className="mx-auto w-full max-w-120 px-4 py-8 m:py-14">
        {children}
        <p className="mt-5 text-center text-sm text-ink-2">
          {t`For the officers of ministries, departments and agencies.`}{' '}
          <a href="/" className="inline-block">
            {t`To the citizens’ portal`}
          </a>
        </p>
      </main>
    </div>
  );
}

function OtherLanguage() {
  const other = currentLanguage() === 'fr' ? 'en' : 'fr';
  return (
    <button
      type="button"
      lang={other}
      className="min-h-11 px-2 font-semibold text-inherit"
      onClick={() => void chooseLanguage(other, fetchLanguage)}
    >
      {languageNames[other]}
    </button>
  );
}
