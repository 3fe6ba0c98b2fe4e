import { chooseLanguage, Heading, Link } from '@baraza/app';
import { languageNames, languages } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { paths } from '../../lib/router/paths.ts';
import { currentLanguage, fetchLanguage, reviewText } from '../../lib/i18n/languages.ts';

/** Offers the languages to choose from. */
export default function LanguagePage(): ReactNode {
  const current = currentLanguage();
  return (
    <div className="grid max-w-176 grid-cols-[minmax(0,1fr)] gap-6">
      <Heading title={t`Language`} />
      <fieldset>
        <legend className="sr-only">{t`Language`}</legend>
        <div className="grid gap-2.5 m:grid-cols-2">
          {languages.map((language) => (
            <label
              key={language}
              className="flex min-h-14 cursor-pointer items-center gap-3 rounded-1 border-[1.5px] border-line-strong bg-surface px-3.5 py-2 hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-soft-ink"
            >
              <input
                type="radio"
                name="language"
                checked={language === current}
                onChange={() => void chooseLanguage(language, fetchLanguage)}
              />
              <span>
                <span lang={language} className="block font-semibold">
                  {languageNames[language]}
                </span>
                {language !== 'en' && <span className="block text-sm">{reviewText(language)}</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="text-ink-2">{t`Promises and deadlines are shown in English too until a person has checked their translation.`}</p>
      {current !== 'en' && (
        <Link to={paths.publicLanguageReview} className="inline-flex min-h-11 items-center justify-self-start">
          {t`Suggest a better wording`}
        </Link>
      )}
    </div>
  );
}
