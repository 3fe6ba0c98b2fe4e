import type { DeskFeedbackSummary } from '@baraza/contract';
import { Table, type TableColumn, tabLinkClass, TabLinks, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, ShowMore, useSearchParams, say } from '@baraza/app';
import { MomentText } from '../../lib/format/date-text.tsx';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';
import { paths } from '../../lib/router/paths.ts';
import { useDebounced } from '../../lib/list/use-debounced.ts';
import { FeedbackStatus } from './feedback-status.tsx';
import { useFeedbackList } from './feedback.api.ts';

/** Lists the feedback of citizens on the portal and public service. */
export default forRoles(['administrator', 'oversight'], FeedbackList);

const statuses = ['Pending', 'Replied'] as const;

function FeedbackList() {
  const [params] = useSearchParams();
  const status = statuses.find((name) => name === params.get('status'));
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim());
  const query = useFeedbackList({ q: q || undefined, status });
  const tabs = [
    { to: paths.feedbacks, name: t`All`, current: !status },
    { to: `${paths.feedbacks}?status=Pending`, name: t`Waiting for a reply`, current: status === 'Pending' },
    { to: `${paths.feedbacks}?status=Replied`, name: t`Replied`, current: status === 'Replied' },
  ];
  const columns: TableColumn<DeskFeedbackSummary>[] = [
    {
      header: t`Title`,
      rowHeader: true,
      cell: (row) => (
        <Link to={paths.feedback(row.id)} className="break-words">
          <bdi>{row.title}</bdi>
        </Link>
      ),
    },
    { header: t`Category`, cell: (row) => <bdi>{say(row.category.name)}</bdi> },
    { header: t`Sent`, cell: (row) => <MomentText at={row.createdAt} ago={false} /> },
    { header: t`Status`, cell: (row) => <FeedbackStatus status={row.status} /> },
  ];
  return (
    <Page
      title={t`Feedback`}
      intro={t`Feedback from citizens about the portal and public service. It belongs to no MDA, so oversight and administrators reply to it.`}
    >
      <TabLinks label={t`Which feedback`}>
        {tabs.map(({ to, name, current }) => (
          <li key={to}>
            <Link to={to} className={tabLinkClass()} aria-current={current ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </TabLinks>
      <TextField
        type="search"
        label={t`Search by tracking ID or words`}
        labelHidden
        placeholder={t`Search by tracking ID or words`}
        fieldClassName="w-full max-w-120"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Loaded query={query}>
        {(data) => (
          <Table
            caption={t`Feedback`}
            captionHidden
            columns={columns}
            rows={data.pages.flatMap((page) => page.items)}
            empty={t`No feedback was found.`}
          />
        )}
      </Loaded>
      <ShowMore query={query} />
    </Page>
  );
}
