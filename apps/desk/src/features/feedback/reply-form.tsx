import { notify } from '@baraza/app/notify';
import { ApiError, limit, replyToFeedback } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { TextareaField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FormProblem } from '@baraza/app/form/form-problem';
import { useForm } from '@baraza/app/form';
import { useReplyToFeedback } from './feedback.api.ts';

type ReplyFormProps = {
  id: string;
  /** Somebody else replied first: what was written here and not sent. */
  onLate: (text: string) => void;
  onSent: () => void;
};

/** Writes the one reply, which the citizen reads in the portal and gets by mail. */
export function ReplyForm({ id, onLate, onSent }: ReplyFormProps): ReactNode {
  const reply = useReplyToFeedback(id);
  const form = useForm({
    schema: replyToFeedback.body,
    initial: { text: '' },
    labels: { text: t`Reply` },
    prefix: 'feedback-',
    submit: async (body) => {
      try {
        await reply.mutateAsync(body);
      } catch (error) {
        // The reply of the other comes in the place of this form; what was written here is shown beside it.
        if (error instanceof ApiError && error.status === 409) onLate(body.text);
        throw error;
      }
      notify.success(t`Reply sent to the citizen.`);
      onSent();
    },
  });
  return (
    <form noValidate className="sheet grid grid-cols-[minmax(0,1fr)] gap-4 p-4 m:p-5" onSubmit={form.onSubmit}>
      <FormProblem problem={form.problem} />
      <TextareaField
        {...form.field('text')}
        hint={t`The citizen reads it in the portal and gets it by mail. It can be sent once.`}
        required
        rows={6}
        maxLength={limit.textMax}
      />
      <div>
        <Button type="submit" variant="primary" loading={form.pending} loadingText={t`Sending`}>
          {t`Send the reply`}
        </Button>
      </div>
    </form>
  );
}
