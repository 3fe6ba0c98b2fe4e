import {
  DateText,
  endpointQuery,
  Heading,
  Link,
  LoadError,
  Loading,
  Navigate,
  PlainText,
  useDataInSteps,
  useLocation,
  useParams,
  useToken,
} from '@baraza/app';
import { getKnownIssue, type KnownIssue } from '@baraza/contract';
import { Button, buttonClass } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IssueFacts } from './issue-facts.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { useFollowing } from './known-issue.api.ts';

/** Public page of a known issue. Signed-in citizens can follow it. */
export default function KnownIssuePage(): ReactNode {
  const id = useParams()['id'] ?? '';
  const isCitizen = useToken() !== null;
  const { pathname } = useLocation();
  const query = useQuery(endpointQuery(getKnownIssue, { params: { id } }));
  const issue = useDataInSteps(query);
  if (isCitizen && !pathname.startsWith(paths.app)) return <Navigate to={paths.knownIssue(id)} replace />;
  return (
    <div className="mx-auto grid w-full max-w-176 grid-cols-[minmax(0,1fr)] gap-4">
      {!issue && <Heading title={t`Known issue`} className="sr-only" />}
      {!issue && !query.isError && <Loading />}
      {query.isError && <LoadError title={t`The known issue could not be loaded.`} query={query} />}
      {issue && (
        <Issue issue={issue}>
          {isCitizen ? (
            <Following issue={issue} />
          ) : (
            // This address requires a log-in and opens after it.
            <Link to={paths.knownIssue(id)} className={buttonClass({ className: 'justify-self-start' })}>
              {t`Log in to follow this issue`}
            </Link>
          )}
        </Issue>
      )}
    </div>
  );
}

function Issue({ issue, children }: { issue: KnownIssue; children: ReactNode }): ReactNode {
  return (
    <>
      <div className="sheet grid gap-3 px-5 py-4.5 m:px-6 m:py-5.5">
        <p className="eyebrow">{t`Known issue`}</p>
        <Heading title={issue.title}>
          <bdi>{issue.title}</bdi>
        </Heading>
        <IssueFacts issue={issue} />
        <PlainText className="max-w-[60ch] wrap-anywhere">{issue.text}</PlainText>
        {issue.state === 'open' && children}
      </div>
      <section aria-labelledby="news" className="sheet grid gap-3 px-5 py-4.5 m:px-6">
        <h2 id="news" className="text-h3">
          {t`Updates`}
        </h2>
        {issue.updates.length === 0 && <p className="text-ink-2">{t`There are no updates yet.`}</p>}
        <ol className="grid gap-4">
          {issue.updates.map(({ text, time }) => (
            <li key={time} className="grid gap-1 border-s-[0.3rem] border-s-line-strong ps-3.5">
              <p className="text-sm text-ink-2">
                <DateText at={time} />
              </p>
              <PlainText className="wrap-anywhere">{text}</PlainText>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function Following({ issue }: { issue: KnownIssue }): ReactNode {
  const { isFollowed, followed, change } = useFollowing(issue.id);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant={isFollowed ? 'outline' : 'primary'}
        loading={change.isPending || followed.isPending}
        onClick={() => change.mutate(!isFollowed)}
      >
        {isFollowed ? t`Stop following` : t`Follow this issue`}
      </Button>
      <p role="status" className="text-md text-ink-2">
        {isFollowed ? t`You follow this issue.` : ''} {t`You get each update as a notification and an email.`}
      </p>
    </div>
  );
}
