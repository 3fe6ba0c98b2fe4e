import type { Feedback } from '@baraza/contract';
import { buttonClass, Docket, docketTitleClass, StatusPill } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { DateText, Link, TrackingText } from '@baraza/app';
import { paths } from '../../lib/router/paths.ts';

/** One feedback of the list, as a docket with a plain edge. */
export function FeedbackCard({ feedback }: { feedback: Feedback }) {
  const { id, title } = feedback;
  const titleId = `feedback-${id}`;
  return (
    <Docket
      aria-labelledby={titleId}
      eyebrow={<bdi>{feedback.category.name}</bdi>}
      title={
        <h2 id={titleId}>
          <Link to={paths.feedback(id)} className={docketTitleClass} dir="auto">
            {title}
          </Link>
        </h2>
      }
      pill={<FeedbackPill status={feedback.status} />}
      facts={[
        { label: t`Tracking ID`, value: <TrackingText id={feedback.trackingId} /> },
        { label: t`Created`, value: <DateText at={feedback.createdAt} /> },
      ]}
      open={
        <Link
          to={paths.feedback(id)}
          className={buttonClass({ variant: 'quiet', size: 's', className: '-mx-2.5 max-m:-my-1.5' })}
        >
          <span>
            {t`View Details`}
            <span className="sr-only">
              : <bdi>{title}</bdi>
            </span>
          </span>
        </Link>
      }
    />
  );
}

/** The status of a feedback: pending, or replied to. */
export function FeedbackPill({ status }: { status: Feedback['status'] }) {
  const replied = status === 'Replied';
  return (
    <StatusPill status={replied ? 'Resolved' : status}>
      <span className="sr-only">{t`Status:`} </span>
      {replied ? t`Replied` : t`Pending`}
    </StatusPill>
  );
}
