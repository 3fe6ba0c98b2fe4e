import { languageNames, languages } from '@baraza/contract';
import { Icon, Menu, MenuItem } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { chooseLanguage, followAccount, Link } from '@baraza/app';
import { Trans } from '@lingui/react/macro';
import { useEffect, type ComponentProps } from 'react';
import { currentLanguage, fetchLanguage, reviewText } from './languages.ts';
import { useUser } from '../api/session.ts';

/** The language menu before login; each language has its own name. */
export function LanguageMenu() {
  const current = currentLanguage();
  return (
    <Menu
      label={t`Language`}
      className="w-80"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className="inline-flex min-h-11 items-center gap-2 rounded-1 px-2 text-md font-semibold text-inherit"
        >
          <Icon name="globe" />
          <span className="sr-only">{t`Language`}</span>
          <span lang={current}>{languageNames[current]}</span>
          <Icon name="chevron-down" size="s" />
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
            {t`Promises and deadlines stay in English until a person has checked them.`}
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

/** Links to the choice of language, and applies the language of the signed-in account. */
export function LanguageLink(props: ComponentProps<typeof Link>) {
  const current = currentLanguage();
  const language = useUser().data?.language;
  useEffect(() => void followAccount(language, fetchLanguage).catch(() => undefined), [language]);
  return (
    <Link {...props}>
      <Icon name="globe" />
      <span className="sr-only">{t`Language`}</span>
      <span lang={current}>{languageNames[current]}</span>
    </Link>
  );
}
