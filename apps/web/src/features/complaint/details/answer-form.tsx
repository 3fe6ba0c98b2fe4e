import { getGuest, Link, notify } from '@baraza/app';
import { type Complaint, limit } from '@baraza/contract';
import { Button, TextareaField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { paths } from '../../../lib/router/paths.ts';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { StepFiles, useStepForm } from './use-step-form.tsx';

/** Form for answering a question of the MDA. */
export function AnswerForm({ complaint }: { complaint: Complaint }): ReactNode {
  const answer = useStepForm('answer', complaint, (isSent) => {
    if (isSent) notify.success(t`Your answer is sent.`);
  });
  const ready = answer.text.trim() !== '';
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (ready) answer.form.onSubmit();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };

  return (
    <>
      {answer.waits ? (
        <p className="flex flex-wrap gap-x-3 font-semibold">
          {t`Your answer is waiting to be sent.`}
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
        <StepFiles step={answer} />
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
    </>
  );
}
