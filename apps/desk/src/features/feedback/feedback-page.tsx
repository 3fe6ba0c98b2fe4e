import { ApiError, getDeskFeedback, type DeskFeedback, limit, replyToFeedback } from '@baraza/contract';
import { buttonClass, EmptyState, TextareaField } from '@baraza/ui';
import RichTextView from '@baraza/ui/rich-text-view';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  AttachmentList,
  endpointQuery,
  Link,
  notify,
  SubmitForm,
  TrackingText,
  useForm,
  useParams,
  say,
} from '@baraza/app';
import { MomentText } from '../../lib/format/date-text.tsx';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';
import { paths } from '../../lib/router/paths.ts';
import { FeedbackStatus } from './feedback-status.tsx';
import { useReplyToFeedback } from './feedback.api.ts';

/** Shows one feedback with its reply, or the form to write it. */
export default forRoles(['administrator', 'oversight'], FeedbackPage);

function FeedbackPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    ...endpointQuery(getDeskFeedback, { params: { id } }),
    // A reply by somebody else must not remove the form with typed text.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const missing = !query.data && query.error instanceof ApiError && [400, 404].includes(query.error.status);
  return (
    // Renders one heading from the start, so that it keeps the focus it got on arrival.
    <Page
      title={query.data?.title ?? (missing ? t`This feedback was not found` : t`Feedback`)}
      action={
        <Link to={paths.feedbacks} className={buttonClass({ size: 's' })}>
          {t`All feedback`}
        </Link>
      }
    >
      {missing ? (
        <EmptyState title={t`There is no feedback at this address.`} />
      ) : (
        <Loaded query={query}>{(feedback) => <Details key={id} feedback={feedback} />}</Loaded>
      )}
    </Page>
  );
}

function Details({ feedback }: { feedback: DeskFeedback }) {
  const [sent, setSent] = useState(false);
  return (
    <>
      <dl className="sheet flex flex-wrap gap-x-8 gap-y-3 px-5 py-4">
        <Fact label={t`Status`}>
          <FeedbackStatus status={feedback.status} />
        </Fact>
        <Fact label={t`Tracking ID`}>
          <TrackingText id={feedback.trackingId} />
        </Fact>
        <Fact label={t`Category`}>
          <bdi>{say(feedback.category.name)}</bdi>
        </Fact>
        <Fact label={t`From`}>
          <bdi>{feedback.citizen.name}</bdi>
        </Fact>
        <Fact label={t`Sent`}>
          <MomentText at={feedback.createdAt} />
        </Fact>
      </dl>
      <section aria-labelledby="said" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="said" className="text-h3">
          {t`The citizen’s message`}
        </h2>
        <RichTextView html={feedback.description} />
        {feedback.attachments.length > 0 && <AttachmentList compact attachments={feedback.attachments} />}
      </section>
      {feedback.reply === null ? (
        <ReplyForm id={feedback.id} onSent={() => setSent(true)} />
      ) : (
        <Reply feedback={feedback} sentHere={sent} />
      )}
    </>
  );
}

function Reply({ feedback, sentHere }: { feedback: DeskFeedback; sentHere: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (sentHere) heading.current?.focus();
  }, [sentHere]);
  return (
    <section aria-labelledby="reply" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 ref={heading} id="reply" tabIndex={-1} className="text-h3">
        {t`The reply`}
      </h2>
      <p dir="auto" className="sheet p-4 break-words whitespace-pre-wrap">
        {feedback.reply}
      </p>
      <p className="text-sm text-ink-2">
        {feedback.repliedBy && (
          <>
            <bdi>{feedback.repliedBy}</bdi> ·{' '}
          </>
        )}
        {feedback.repliedAt && <MomentText at={feedback.repliedAt} />}
      </p>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ReplyForm({ id, onSent }: { id: string; onSent: () => void }) {
  const reply = useReplyToFeedback(id);
  const form = useForm({
    schema: replyToFeedback.body,
    initial: { text: '' },
    labels: { text: t`Reply` },
    submit: async (body) => {
      await reply.mutateAsync(body);
      notify.success(t`Reply sent to the citizen.`);
      onSent();
    },
  });
  return (
    <SubmitForm form={form} yes={t`Send the reply`} pendingText={t`Sending`} narrow className="sheet p-4 m:p-5">
      <TextareaField
        {...form.field('text')}
        hint={t`The citizen reads it in the portal and gets it by mail. It can be sent only once.`}
        required
        rows={6}
        maxLength={limit.textMax}
      />
    </SubmitForm>
  );
}
