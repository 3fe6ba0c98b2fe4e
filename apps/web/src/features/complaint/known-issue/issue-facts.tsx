import { DateText, formatDay, say } from '@baraza/app';
import type { KnownIssue } from '@baraza/contract';
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Shows the MDA of a known issue, its dates, and how many follow it. */
export function IssueFacts({ issue }: { issue: KnownIssue }): ReactNode {
  const { mda, area, followers, createdDate, closedDate, promisedDate } = issue;
  const day = formatDay(promisedDate ?? '');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-md text-ink-2">
      <li>
        <bdi>{say(mda.name)}</bdi>
      </li>
      {area && (
        <li>
          <bdi>{area.name}</bdi>
        </li>
      )}
      <li>
        <DateText at={createdDate} />
      </li>
      <li>
        {followers === null
          ? t`Several people follow this issue.`
          : t`${plural(followers, { one: '# person follows this issue.', other: '# people follow this issue.' })}`}
      </li>
      {closedDate !== null && <li className="font-semibold text-resolved-ink">{t`This issue is solved.`}</li>}
      {closedDate === null && promisedDate !== null && (
        <li className="font-semibold text-ink">{t`To be solved by ${day}`}</li>
      )}
    </ul>
  );
}
