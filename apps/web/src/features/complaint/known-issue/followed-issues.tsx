import { Link } from '@baraza/app';
import type { KnownIssue } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { IssueFacts } from './issue-facts.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { useFollowedIssues, useFollowing } from './known-issue.api.ts';

/** Lists the known issues that the citizen follows. Renders nothing without any. */
export default function FollowedIssues(): ReactNode {
  const { data = [] } = useFollowedIssues();
  // An unfollowed issue stays listed while the screen is open, so that it can be followed again.
  const [shown, setShown] = useState<readonly KnownIssue[]>([]);
  const more = data.filter(({ id }) => !shown.some((issue) => issue.id === id));
  if (more.length > 0) setShown([...shown, ...more]);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="followed" className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
      <h2 id="followed">{t`Issues you follow`}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shown.map((issue) => (
          <li key={issue.id} className="sheet grid justify-items-start gap-1.5 px-4.5 py-3.5">
            <Link id={`issue-${issue.id}`} to={paths.knownIssue(issue.id)} className="py-2.5 font-semibold">
              <bdi>{issue.title}</bdi>
            </Link>
            <IssueFacts issue={issue} />
            <FollowButton id={issue.id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FollowButton({ id }: Pick<KnownIssue, 'id'>): ReactNode {
  const { isFollowed, change } = useFollowing(id);
  return (
    <Button aria-describedby={`issue-${id}`} loading={change.isPending} onClick={() => change.mutate(!isFollowed)}>
      {isFollowed ? t`Stop following` : t`Follow this issue`}
    </Button>
  );
}
