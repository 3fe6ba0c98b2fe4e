import { Icon, type IconName } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Link } from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { useHasDraft } from '../../../lib/draft/use-draft.ts';
import { useListParams } from '../../../lib/list/use-list-params.ts';
import { useComplaintCounts, useComplaints } from '../complaint.api.ts';
import { blankComplaint } from '../form/complaint-values.ts';

interface Row {
  icon: IconName;
  to: string;
  title: string;
  text: string;
}

/** Lists the tasks that wait for the citizen. Renders nothing without any. */
export function WaitingForYou() {
  const rows = useRows();
  if (rows.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting"
      className="sheet grid overflow-clip l:grid-cols-[max-content_minmax(0,1fr)] print:hidden"
    >
      <h2 id="waiting" className="self-center px-4.5 py-3 text-lead max-l:sr-only">
        {t`Waiting for you`}
      </h2>
      <ul className="grid border-line m:grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] l:border-s">
        {rows.map(({ icon, to, title, text }) => (
          <li
            key={to + icon}
            className="grid border-line not-first:border-t m:not-first:border-t-0 m:not-first:border-s"
          >
            <Link
              to={to}
              className="flex min-h-11 items-center gap-3.5 px-4 py-1 text-ink m:py-3 no-underline hover:bg-sunken hover:no-underline"
            >
              <Icon name={icon} className="text-brand" />
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 leading-snug m:grid">
                <span className="text-md font-semibold">{title}</span>
                <bdi className="min-w-0 truncate text-sm text-ink-2">{text}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useRows(): Row[] {
  const { data: counts } = useComplaintCounts();
  const titles = new Map(useComplaints(useListParams().filters).data?.items.map(({ id, title }) => [id, title]));
  const hasDraft = useHasDraft('complaint', blankComplaint);
  const news = counts?.updatesToRead ?? 0;
  const unread = counts?.complaintToRead;
  const answers = counts?.answersToGive ?? 0;
  const surveys = counts?.surveysToTake ?? 0;
  const question = answers === 1 && counts?.complaintToAnswer;

  const rows: (Row | false)[] = [
    answers > 0 && {
      icon: 'feedback',
      to: question ? paths.complaint(question) : paths.history('Processing'),
      title: t`${plural(answers, { one: '# question to answer', other: '# questions to answer' })}`,
      text: (question && titles.get(question)) || t`The MDA has a question for you`,
    },
    !!unread && {
      icon: 'reply',
      to: paths.complaint(unread),
      title: t`${plural(news, { one: '# update to read', other: '# updates to read' })}`,
      text: titles.get(unread) ?? t`See what happened`,
    },
    surveys > 0 && {
      icon: 'star',
      to: paths.history('Resolved'),
      title: t`${plural(surveys, { one: '# survey to take', other: '# surveys to take' })}`,
      text: t`About 1 minute`,
    },
    hasDraft && { icon: 'pen', to: paths.newComplaint, title: t`1 draft not sent`, text: t`Saved on this device` },
  ];
  return rows.filter((row) => !!row);
}
