import {
  BackButton,
  DateText,
  endpointQuery,
  Heading,
  LoadError,
  PlainText,
  TrackingText,
  useParams,
  say,
} from '@baraza/app';
import { type Feedback, getFeedback } from '@baraza/contract';
import { PageSkeleton } from '../../lib/page/page-skeleton.tsx';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Statement } from '../../lib/media/statement.tsx';
import { paths } from '../../lib/router/paths.ts';
import { FeedbackPill } from './feedback-pill.tsx';

/** Shows one feedback and its reply, if there is one. */
export default function FeedbackDetailsPage() {
  const { id = '' } = useParams();
  // Addresses of attachments are signed for five minutes; new ones are fetched before that.
  const query = useQuery({ ...endpointQuery(getFeedback, { params: { id } }), refetchInterval: 4 * 60_000 });
  const { data: feedback } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <BackButton fallback={paths.feedbacks} />
      </div>
      {!feedback && <Heading title={t`Feedback details`} className="sr-only" />}
      {query.isError && <LoadError title={t`The feedback could not be loaded.`} query={query} />}
      {query.isPending && <PageSkeleton label={t`Loading the feedback`} />}
      {feedback && <Details feedback={feedback} />}
    </div>
  );
}

function Details({ feedback }: { feedback: Feedback }) {
  return (
    <>
      <div className="sheet grid gap-2.5 px-5 py-4.5 m:px-6 m:py-5.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="eyebrow">
            <bdi>{say(feedback.category.name)}</bdi>
          </p>
          <FeedbackPill status={feedback.status} />
        </div>
        <Heading title={feedback.title}>
          <bdi>{feedback.title}</bdi>
        </Heading>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-md">
          <Fact label={t`Tracking ID`}>
            <TrackingText id={feedback.trackingId} />
          </Fact>
          <Fact label={t`Date submitted`}>
            <DateText at={feedback.createdAt} />
          </Fact>
        </dl>
      </div>
      <Statement description={feedback.description} attachments={feedback.attachments} />
      <Reply feedback={feedback} />
    </>
  );
}

function Reply({ feedback }: { feedback: Feedback }) {
  return (
    <section aria-labelledby="reply" className="sheet grid gap-3 border-s-[0.3rem] border-s-gold px-5 py-4.5">
      <h2 id="reply" className="text-h3">
        {t`Reply`}
      </h2>
      {feedback.reply === null ? <Absent /> : <PlainText>{feedback.reply}</PlainText>}
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-md">
        <Fact label={t`Replied by`}>{feedback.replier ?? <Absent />}</Fact>
        <Fact label={t`Date replied`}>{feedback.repliedAt ? <DateText at={feedback.repliedAt} /> : <Absent />}</Fact>
      </dl>
    </section>
  );
}

function Absent() {
  return (
    <span>
      <span aria-hidden="true">---</span>
      <span className="sr-only">{t`no reply yet`}</span>
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="font-medium">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
