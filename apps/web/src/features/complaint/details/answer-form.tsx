import { notify } from '@baraza/app/notify';
import { answerComplaint, type Complaint } from '@baraza/contract/complaint/complaint';
import { limit } from '@baraza/contract/core/common';
import { Button } from '@baraza/ui/button';
import { TextareaField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FormEvent, ReactNode } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { useKeptText } from '../../../lib/draft/use-kept-text.ts';
import { useComplaintStep } from '../complaint.api.ts';

/** The MDA has asked something and waits: its question, and room for the answer. */
export function AnswerForm({ complaint }: { complaint: Complaint }): ReactNode {
  const [text, setText, forget] = useKeptText(`answer:${complaint.id}`);
  const answer = useComplaintStep(answerComplaint);
  const ready = text.trim() !== '';
  const question = complaint.history.findLast((entry) => entry.action === 'ask')?.text;

  // By its promise: the form goes with the question, and would take callbacks of its own along.
  const send = async () => {
    await answer.mutateAsync({ id: complaint.id, text });
    forget();
    notify.success(t`Your answer is sent.`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || answer.isPending) return;
    void send().catch(() => {
      // The notice above the field says it.
    });
  };

  return (
    <section aria-labelledby="question" className="sheet grid gap-4 border-s-[0.3rem] border-s-gold px-5 py-4.5">
      <div className="grid gap-1.5">
        <h2 id="question" className="text-h3">
          {t`${complaint.mda.name} asks you`}
        </h2>
        {question && (
          <p dir="auto" className="whitespace-pre-wrap">
            {question}
          </p>
        )}
      </div>
      <form onSubmit={submit} className="grid gap-3">
        <FailureNotice error={answer.error} />
        <TextareaField
          label={t`Your answer`}
          required
          maxLength={limit.textMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button type="submit" variant="primary" disabled={!ready} loading={answer.isPending} loadingText={t`Sending`}>
            <Trans>Send answer</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}
