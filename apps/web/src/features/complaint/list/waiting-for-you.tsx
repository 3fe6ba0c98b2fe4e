import { Icon, type IconName } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Link } from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { useHasDraft } from '../../../lib/draft/use-draft.ts';
import { useComplaintCounts } from '../complaint.api.ts';
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
      <h2 id="waiting" className="self-center px-4.5 py-3 text-lead">
        {t`Waiting for you`}
      </h2>
      <ul className="grid border-line m:grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] l:border-s">
        {rows.map(({ icon, to, title, text }) => (
          <li key={to + icon} className="grid border-t border-line l:border-t-0 [&+li]:m:border-s">
            <Link
              to={to}
              className="flex items-center gap-3.5 px-4.5 py-3 text-ink no-underline hover:bg-sunken hover:no-underline"
            >
              <Icon name={icon} className="text-brand" />
              <span className="grid min-w-0 leading-snug">
                <span className="text-md font-semibold">{title}</span>
                <bdi className="text-sm text-ink-2">{text}</bdi>
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
      text: t`The MDA has a question for you`,
    },
    !!unread && {
      icon: 'reply',
      to: paths.complaint(unread),
      title: t`${plural(news, { one: '# update to read', other: '# updates to read' })}`,
      text: t`See what happened`,
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
