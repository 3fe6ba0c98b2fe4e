import { languageNames, languages } from '@baraza/contract';
import { cx, Icon, Menu, MenuItem } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { chooseLanguage, followAccount, Link } from '@baraza/app';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { currentLanguage, fetchLanguage, reviewText } from './languages.ts';
import { useUser } from '../api/session.ts';

/** The language menu; each language has its own name. A `compact` one shows only its icon on a phone. */
export function LanguageMenu({ compact = false }: { compact?: boolean }) {
  const current = currentLanguage();
  const accountLanguage = useUser().data?.language;
  useEffect(() => void followAccount(accountLanguage, fetchLanguage).catch(() => undefined), [accountLanguage]);
  return (
    <Menu
      label={t`Language`}
      className="w-80"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-1 px-2 text-md font-semibold text-inherit"
        >
          <Icon name="globe" />
          <span className="sr-only">{t`Language`}</span>
          <span lang={current} className={cx(compact && 'max-l:sr-only')}>
            {languageNames[current]}
          </span>
          <Icon name="chevron-down" size="s" className={cx(compact && 'max-l:hidden')} />
        </button>
      )}
    >
      {(close) => (
        <>
          {languages.map((language) => (
            <MenuItem
              key={language}
              current={language === current}
              onClick={() => {
                close();
                void chooseLanguage(language, fetchLanguage);
              }}
            >
              <span lang={language} className="block font-semibold">
                {languageNames[language]}
              </span>
              {language !== 'en' && <span className="block text-sm font-normal">{reviewText(language)}</span>}
            </MenuItem>
          ))}
          <p className="mt-1.5 border-t border-line px-3 py-2 text-sm text-ink-2">
            {t`Promises and deadlines are shown in English too until a person has checked their translation.`}
          </p>
        </>
      )}
    </Menu>
  );
}

/** States that a translation is being reviewed, with a link to suggest a better wording. */
export function TranslationNote({ to }: { to: string }) {
  return (
    <p className="px-4 py-2 text-center text-sm text-ink-2 print:hidden">
      <Trans>
        This translation is being reviewed.{' '}
        <Link to={to} className="inline-flex min-h-11 items-center">
          Suggest a better wording
        </Link>
      </Trans>
    </p>
  );
}
