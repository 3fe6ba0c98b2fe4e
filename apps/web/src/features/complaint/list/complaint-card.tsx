import type { ComplaintSummary } from '@baraza/contract/complaint/complaint';
import { canSurvey } from '@baraza/contract/complaint/state';
import { Button, buttonClass, Docket, docketTitleClass, Flag, Icon, Thread } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DateText, Link, StatusMark, threadWords, TrackingText } from '@baraza/app';
import { mdaName } from '../../../lib/format/mda-name.ts';
import { paths } from '../../../lib/router/paths.ts';

interface ComplaintCardProps {
  complaint: ComplaintSummary;
  headingAs: 'h2' | 'h3';
  onSurvey: (complaint: ComplaintSummary) => void;
}

/** One complaint of the list, as a docket. */
export function ComplaintCard({ complaint, headingAs: Title, onSurvey }: ComplaintCardProps) {
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
            <Trans>View Details</Trans>
            {hiddenTitle}
          </span>
        </Link>
      }
      flag={flagOf(complaint)}
      action={
        canSurvey(complaint) && (
          <Button variant="quiet" size="s" className="max-m:min-h-11" onClick={() => onSurvey(complaint)}>
            <span>
              <Trans>Take survey</Trans>
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
        <Trans>Waiting for your answer</Trans>
      </Flag>
    );
  }
  if (complaint.unread) {
    return (
      <Flag>
        <Icon name="reply" size="s" />
        <Trans>New reply</Trans>
      </Flag>
    );
  }
  return (
    canSurvey(complaint) && (
      <span className="m:hidden">
        <Flag>
          <Icon name="star" size="s" />
          <Trans>About 1 minute</Trans>
        </Flag>
      </span>
    )
  );
}
