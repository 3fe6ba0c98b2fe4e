import { Link } from '@baraza/app';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { IssueFacts } from '../../../lib/known-issue/issue-facts.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { useFollowedIssues } from '../../known-issue/known-issue.api.ts';

/** The known issues that the citizen follows; nothing where there is none. */
export default function FollowedIssues(): ReactNode {
  const { data: issues = [] } = useFollowedIssues();
  if (issues.length === 0) return null;
  return (
    <section aria-labelledby="followed" className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
      <h2 id="followed">{t`Issues you follow`}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {issues.map((issue) => (
          <li key={issue.id} className="sheet grid justify-items-start gap-1.5 px-4.5 py-3.5">
            <Link to={paths.knownIssue(issue.id)} className="py-2.5 font-semibold">
              <bdi>{issue.title}</bdi>
            </Link>
            <IssueFacts issue={issue} />
          </li>
        ))}
      </ul>
    </section>
  );
}
