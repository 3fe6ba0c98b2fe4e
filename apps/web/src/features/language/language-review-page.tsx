import { Heading, Link, LoadError, ShowMore, usePortal, useToken } from '@baraza/app';
import { type Language, languageNames } from '@baraza/contract';
import { SkeletonList, TextField } from '@baraza/ui';
import { htmlOf } from '@baraza/ui/lib/rich-text';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { paths } from '../../lib/router/paths.ts';
import { currentLanguage } from '../../lib/i18n/languages.ts';

type Row = readonly [english: string, translated: string, state: 'untranslated' | 'draft' | 'reviewed'];

const reviews = import.meta.glob<readonly Row[]>(['../../locales/??.po', '!**/en.po'], {
  query: '?review',
  import: 'default',
});

/** Shows the texts of a translation, first those that nobody has reviewed. */
export default function LanguageReviewPage(): ReactNode {
  const current = currentLanguage();
  return (
    <div className="grid max-w-176 grid-cols-[minmax(0,1fr)] gap-6">
      <Heading title={t`Suggest a better wording`} />
      {current === 'en' ? (
        <p className="text-ink-2">{t`English is the original. Choose another language at the top of the page.`}</p>
      ) : (
        <Texts key={current} language={current} />
      )}
    </div>
  );
}

const step = 25;

function Texts({ language }: { language: Language }): ReactNode {
  const [shown, setShown] = useState(step);
  const [search, setSearch] = useState('');
  const review = useQuery({
    queryKey: ['review', language],
    queryFn: () => reviews[`../../locales/${language}.po`]!(),
    staleTime: Infinity,
  });
  const wanted = search.trim().toLowerCase();
  const rows = (review.data ?? []).filter(
    ([english, translated, state]) =>
      (wanted !== '' || state !== 'reviewed') && `${english}\n${translated}`.toLowerCase().includes(wanted),
  );
  const count = rows.length;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2>{wanted === '' ? t`Not reviewed yet` : t`All texts`}</h2>
      <TextField label={t`Search`} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      {review.isPending && <SkeletonList label={t`Loading`} count={3} />}
      {review.isError && <LoadError title={t`The texts could not be loaded.`} query={review} />}
      {review.data && (
        <p role="status" className="text-ink-2">
          {t`${count} texts`}
        </p>
      )}
      <ul className="grid gap-2.5">
        {rows.slice(0, shown).map(([english, translated]) => (
          <li key={`${english}\n${translated}`} className="sheet grid gap-1 p-4 wrap-anywhere">
            <p lang="en" dir="ltr" className="text-sm text-ink-2">
              {english}
            </p>
            {translated && <p dir="auto">{translated}</p>}
            <Suggest language={language} english={english} translated={translated} />
          </li>
        ))}
      </ul>
      <ShowMore
        query={{
          hasNextPage: shown < count,
          isFetchingNextPage: false,
          fetchNextPage: async () => setShown(shown + step),
        }}
      />
    </section>
  );
}

function Suggest(props: { language: Language; english: string; translated: string }): ReactNode {
  const { language, english, translated } = props;
  const { supportEmail } = usePortal();
  const isSignedIn = useToken() !== null;
  const className = 'inline-flex min-h-11 items-center justify-self-start font-semibold';
  // In English, for those who review it.
  const title = `Better wording in ${languageNames[language]}`;
  const lines = [`English: ${english}`, `Now: ${translated}`, 'Better: '];
  if (isSignedIn) {
    return (
      <Link to={paths.newFeedback} state={{ title, description: htmlOf(lines.join('\n')) }} className={className}>
        {t`Suggest a better wording`}
      </Link>
    );
  }
  const mail = `subject=${encodeURIComponent(title)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
  return (
    <a href={`mailto:${supportEmail}?${mail}`} className={className}>
      {t`Suggest a better wording`}
    </a>
  );
}
