import { lazyPart, Link, StatusMark, statusWord, threadWords } from '@baraza/app';
import type { ComplaintSummary } from '@baraza/contract';
import { type Status, canSurvey, statuses } from '@baraza/contract/complaint/state';
import {
  Button,
  buttonClass,
  Flag,
  Icon,
  type IconName,
  StatusGlyph,
  TabCount,
  tabLinkClass,
  TabLinks,
  Thread,
} from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { mdaName } from '../../../lib/format/mda-name.ts';
import { ListCard, TitleOf } from '../../../lib/list/list-card.tsx';
import { SearchableList } from '../../../lib/list/searchable-list.tsx';
import { useListParams } from '../../../lib/list/use-list-params.ts';
import { useRestoreFocus } from '../../../lib/page/use-restore-focus.ts';
import { paths } from '../../../lib/router/paths.ts';
import { useComplaintCategories, useComplaintCounts, useComplaints } from '../complaint.api.ts';

const SurveyDialogs = lazyPart(async () => ({ default: (await import('../details/step-dialogs.tsx')).SurveyDialogs }));

/** Link to the form of a new complaint. */
export function NewComplaintLink(look: Parameters<typeof buttonClass>[0]) {
  return (
    <Link to={paths.newComplaint} className={buttonClass(look)}>
      <Icon name="plus" />
      {t`New Complaint`}
    </Link>
  );
}

/** Tabs Resolved, Processing, Pending and Canceled, each with its count. */
export function StatusTabs({ current }: { current?: Status }) {
  const { data: counts } = useComplaintCounts();
  return (
    <TabLinks label={t`Complaints by status`}>
      {statuses.map((status) => (
        <li key={status}>
          <Link
            to={paths.history(status)}
            aria-current={status === current ? 'page' : undefined}
            className={tabLinkClass()}
          >
            <span className="max-m:hidden">
              <StatusGlyph status={status} />
            </span>
            {statusWord(status)}
            {counts && <TabCount>{counts[status]}</TabCount>}
          </Link>
        </li>
      ))}
    </TabLinks>
  );
}

interface ComplaintListProps {
  status?: Status;
  /** Number of complaints, ignoring search and category. */
  total: number | undefined;
  onTurn: () => void;
}

/** List of complaint cards with search, order, category filter and paging. */
export function ComplaintList({ status, total, onTurn }: ComplaintListProps) {
  const params = useListParams();
  const query = useComplaints({ ...params.filters, status });
  const categories = useComplaintCategories();
  const [surveyed, setSurveyed] = useState<ComplaintSummary | null>(null);
  // The button of a survey disappears once it is taken.
  useRestoreFocus();
  const paged = Boolean(params.filters.cursor ?? query.data?.nextCursor);
  return (
    <>
      <SearchableList
        params={params}
        placeholder={t`Search in your complaints...`}
        categories={categories.data ?? []}
        query={query}
        failed={t`The complaints could not be loaded.`}
        loading={t`Loading complaints`}
        count={(shown) =>
          paged
            ? t`${shown} complaints on this page`
            : t`${plural(shown, { one: '# complaint', other: '# complaints' })}`
        }
        total={total}
        onTurn={onTurn}
      >
        {(complaint) => <ComplaintCard complaint={complaint} headingAs={status ? 'h2' : 'h3'} onSurvey={setSurveyed} />}
      </SearchableList>
      {surveyed && <SurveyDialogs complaint={surveyed} onClose={() => setSurveyed(null)} />}
    </>
  );
}

interface ComplaintCardProps {
  complaint: ComplaintSummary;
  headingAs: 'h2' | 'h3';
  onSurvey: (complaint: ComplaintSummary) => void;
}

function ComplaintCard({ complaint, headingAs, onSurvey }: ComplaintCardProps) {
  const { status } = complaint;
  return (
    <ListCard
      item={complaint}
      to={paths.complaint(complaint.id)}
      headingAs={headingAs}
      date={{ label: t`Submitted`, at: complaint.submittedDate }}
      status={status}
      pill={<StatusMark status={status} />}
      place={mdaName(complaint.mda)}
      thread={<Thread status={status} label={t`Progress`} words={threadWords()} />}
      flag={flagOf(complaint)}
      action={
        canSurvey(complaint) && (
          <Button variant="quiet" size="s" className="max-m:min-h-11" onClick={() => onSurvey(complaint)}>
            <span>
              {t`Take survey`}
              <TitleOf title={complaint.title} />
            </span>
          </Button>
        )
      }
    />
  );
}

const iconFlag = (icon: IconName, text: string) => (
  <Flag>
    <Icon name={icon} size="s" />
    {text}
  </Flag>
);

function flagOf(complaint: ComplaintSummary) {
  if (complaint.state === 'awaiting_citizen') return iconFlag('pen', t`Waiting for your answer`);
  if (complaint.unread) return iconFlag('reply', t`New reply`);
  return canSurvey(complaint) && <span className="m:hidden">{iconFlag('star', t`About 1 minute`)}</span>;
}
