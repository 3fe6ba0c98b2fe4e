import { lazyPart, DateText, Link, StatusMark, threadWords, TrackingText } from '@baraza/app';
import type { ComplaintSummary } from '@baraza/contract';
import { type Status, canSurvey } from '@baraza/contract/complaint/state';
import { Button, buttonClass, Docket, docketTitleClass, Flag, Icon, Thread } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { mdaName } from '../../../lib/format/mda-name.ts';
import { SearchableList } from '../../../lib/list/searchable-list.tsx';
import { useListParams } from '../../../lib/list/use-list-params.ts';
import { useRestoreFocus } from '../../../lib/page/use-restore-focus.ts';
import { paths } from '../../../lib/router/paths.ts';
import { useComplaintCategories, useComplaints } from '../complaint.api.ts';

const SurveyDialogs = lazyPart(async () => ({ default: (await import('../details/step-dialogs.tsx')).SurveyDialogs }));

interface ComplaintListProps {
  status?: Status;
  /** How many there are without search and category. */
  total: number | undefined;
  onTurn: () => void;
}

/** Search, order, category, the cards, and the pages. */
export function ComplaintList({ status, total, onTurn }: ComplaintListProps) {
  const params = useListParams();
  const query = useComplaints({ ...params.filters, status });
  const categories = useComplaintCategories();
  const [surveyed, setSurveyed] = useState<ComplaintSummary | null>(null);
  // The button of a survey goes with the survey.
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

/** One complaint of the list, as a docket. */
function ComplaintCard({ complaint, headingAs: Title, onSurvey }: ComplaintCardProps) {
  const { id, status, title } = complaint;
  const titleId = `complaint-${id}`;
  const hiddenTitle = (
    <span className="sr-only">
      : <bdi>{title}</bdi>
    </span>
  );
  return (
    <Docket
      aria-labelledby={titleId}
      status={status}
      eyebrow={<bdi>{complaint.category.name}</bdi>}
      title={
        <Title id={titleId}>
          <Link to={paths.complaint(id)} className={docketTitleClass} dir="auto">
            {title}
          </Link>
        </Title>
      }
      pill={<StatusMark status={status} />}
      place={mdaName(complaint.mda)}
      thread={<Thread status={status} label={t`Progress`} words={threadWords()} />}
      facts={[
        { label: t`Tracking ID`, value: <TrackingText id={complaint.trackingId} /> },
        { label: t`Submitted`, value: <DateText at={complaint.submittedDate} /> },
      ]}
      open={
        <Link
          to={paths.complaint(id)}
          className={buttonClass({ variant: 'quiet', size: 's', className: '-mx-2.5 max-m:-my-1.5' })}
        >
          <span>
            {t`View Details`}
            {hiddenTitle}
          </span>
        </Link>
      }
      flag={flagOf(complaint)}
      action={
        canSurvey(complaint) && (
          <Button variant="quiet" size="s" className="max-m:min-h-11" onClick={() => onSurvey(complaint)}>
            <span>
              {t`Take survey`}
              {hiddenTitle}
            </span>
          </Button>
        )
      }
    />
  );
}

function flagOf(complaint: ComplaintSummary) {
  if (complaint.state === 'awaiting_citizen') {
    return (
      <Flag>
        <Icon name="pen" size="s" />
        {t`Waiting for your answer`}
      </Flag>
    );
  }
  if (complaint.unread) {
    return (
      <Flag>
        <Icon name="reply" size="s" />
        {t`New reply`}
      </Flag>
    );
  }
  return (
    canSurvey(complaint) && (
      <span className="m:hidden">
        <Flag>
          <Icon name="star" size="s" />
          {t`About 1 minute`}
        </Flag>
      </span>
    )
  );
}
