import { getGuest, Link, notify, useLocation } from '@baraza/app';
import { type Complaint, limit } from '@baraza/contract';
import { Button, TextareaField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { paths } from '../../../lib/router/paths.ts';
import { useEffect, useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { AttachmentList } from '../../../lib/media/attachment-list.tsx';
import { StepFiles } from './step-files.tsx';
import { useStepForm } from './use-step-form.ts';

/** The MDA has asked something and waits: its question, and room for the answer. */
export function AnswerForm({ complaint }: { complaint: Complaint }): ReactNode {
  const answer = useStepForm('answer', complaint, (isSent) => {
    if (isSent) notify.success(t`Your answer is sent.`);
  });
  const ready = answer.text.trim() !== '';
  const { text: question, attachments = [] } = complaint.history.findLast((entry) => entry.action === 'ask') ?? {};
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (ready) answer.form.onSubmit();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };

  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#question') heading.current?.focus();
  }, [hash]);

  return (
    <section aria-labelledby="question" className="sheet grid gap-4 border-s-[0.3rem] border-s-gold px-5 py-4.5">
      <div className="grid gap-1.5">
        <h2 ref={heading} id="question" tabIndex={-1} className="text-h3">
          {t`${complaint.mda.name} asks you`}
        </h2>
        {question && (
          <p dir="auto" className="whitespace-pre-wrap">
            {question}
          </p>
        )}
        {attachments.length > 0 && <AttachmentList attachments={attachments} />}
      </div>
      {answer.waits ? (
        <p className="flex flex-wrap gap-x-3 font-semibold">
          {t`Your answer waits to be sent.`}
          {!getGuest() && <Link to={paths.outbox}>{t`Outbox`}</Link>}
        </p>
      ) : null}
      <form
        hidden={answer.waits && !answer.form.pending}
        onSubmit={submit}
        onKeyDown={sendByKey}
        className="grid gap-3"
      >
        <FailureNotice error={answer.error} />
        <TextareaField
          label={t`Your answer`}
          required
          maxLength={limit.textMax}
          value={answer.text}
          onChange={(event) => answer.setText(event.target.value)}
        />
        <StepFiles id="answer-files" label={t`Photos and videos`} step={answer} />
        <div>
          <Button
            type="submit"
            variant="primary"
            disabled={!ready}
            loading={answer.form.pending}
            loadingText={t`Sending`}
          >
            {t`Send answer`}
          </Button>
        </div>
      </form>
    </section>
  );
}
