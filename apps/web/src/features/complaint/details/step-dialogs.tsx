import { formatDay, FormDialog, notify, say } from '@baraza/app';
import { type Complaint, limit } from '@baraza/contract';
import { Button, Dialog, RatingField, TextareaField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useKeptText } from '../../../lib/draft/use-kept-text.ts';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { refreshComplaints } from '../complaint.api.ts';
import { useAppeal, useWithdrawComplaint } from '../complaint-step.api.ts';
import { StepFiles, useStepForm } from './use-step-form.tsx';

interface DialogProps {
  readonly complaint: Complaint;
  readonly onClose: () => void;
}

interface StepDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'form'> {
  readonly step: Pick<ComponentProps<typeof FormDialog>, 'form'> & { readonly error: unknown };
  readonly intro?: ReactNode;
}

/** Dialog of a step: its introduction, the error of the last attempt, and the fields. */
function StepDialog({ step, intro, children, ...dialog }: StepDialogProps) {
  return (
    <FormDialog form={step.form} size="l" keep={null} yes={t`Submit`} pendingText={t`Sending`} {...dialog}>
      {intro}
      <FailureNotice error={step.error} />
      {children}
    </FormDialog>
  );
}

/** Dialog for adding files with a text to an open complaint. */
export function EvidenceDialog({ complaint, onClose }: DialogProps) {
  const step = useStepForm('evidence', complaint, (isSent) => {
    onClose();
    if (isSent) notify.success(t`Your evidence is added.`);
  });
  const isReady = step.media.count > 0;
  return (
    <StepDialog step={step} title={t`Add evidence`} yes={t`Send evidence`} ready={isReady} onClose={onClose}>
      <StepFiles step={step} />
      <TextareaField
        label={t`What do they show?`}
        optionalText={t`(optional)`}
        rows={3}
        maxLength={limit.textMax}
        value={step.text}
        onChange={(event) => step.setText(event.target.value)}
      />
    </StepDialog>
  );
}

function ReasonField({ hint, text, setText }: { hint: string; text: string; setText: (text: string) => void }) {
  const count = text.length;
  return (
    <TextareaField
      label={t`Reason`}
      hint={hint}
      required
      rows={6}
      maxLength={limit.textMax}
      value={text}
      onChange={(event) => setText(event.target.value)}
      footer={
        <span className="tabular-nums">
          <Trans>
            {count} of {limit.textMax} characters
          </Trans>
        </span>
      }
    />
  );
}

/** Dialog that takes a reason and re-opens a resolved complaint. */
export function ReopenDialog({ complaint, onClose }: DialogProps) {
  const step = useStepForm('reopen', complaint, (isSent) => {
    onClose();
    if (isSent) notify.success(t`Your complaint is open again.`);
  });
  return (
    <StepDialog step={step} title={t`Send a message`} ready={step.text.trim() !== ''} onClose={onClose}>
      <ReasonField
        {...step}
        hint={t`What is not solved yet? ${say(complaint.mda.name)} gets your message and the complaint is Pending again.`}
      />
      <StepFiles step={step} />
    </StepDialog>
  );
}

/** Form of a step with only a reason, kept in the tab until sent. */
function useReasonForm(formId: string, { id }: Complaint, step: ReturnType<typeof useAppeal>, onSent: () => void) {
  const [text, setText, forget] = useKeptText(`${formId}:${id}`);
  const onSuccess = () => {
    forget();
    onSent();
  };
  const onSubmit = () => step.mutate({ id, reason: text.trim() }, { onSuccess });
  return { text, setText, error: step.error, form: { formId, pending: step.isPending, onSubmit } };
}

/** Dialog that withdraws an open complaint after confirmation. */
export function WithdrawDialog({ complaint, onClose }: DialogProps) {
  const step = useReasonForm('withdraw', complaint, useWithdrawComplaint(), () => {
    onClose();
    notify.success(t`Your complaint is withdrawn.`);
  });
  return (
    <StepDialog
      step={step}
      title={t`Withdraw this complaint?`}
      size="m"
      keep={t`Keep it`}
      yes={t`Withdraw`}
      tone="danger"
      intro={
        <p>{t`The office will stop working on it, and you cannot re-open it. You can file a new complaint at any time.`}</p>
      }
      onClose={onClose}
    >
      <TextareaField
        label={t`Reason`}
        optionalText={t`(optional)`}
        maxLength={limit.textMax}
        value={step.text}
        onChange={(event) => step.setText(event.target.value)}
      />
    </StepDialog>
  );
}

/** Dialog that takes a reason and requests a review by oversight. */
export function AppealDialog({ complaint, onClose }: DialogProps) {
  const step = useReasonForm('appeal', complaint, useAppeal(), () => {
    onClose();
    notify.success(t`The oversight office reviews your complaint.`);
  });
  const until = formatDay(complaint.appealUntil ?? '');
  return (
    <StepDialog step={step} title={t`Ask for a review`} ready={step.text.trim() !== ''} onClose={onClose}>
      <ReasonField
        {...step}
        hint={t`What should the oversight office look at? It decides once, and you read why. You can ask until ${until}.`}
      />
    </StepDialog>
  );
}

interface SurveyDialogsProps {
  readonly complaint: Pick<Complaint, 'id' | 'title' | 'mda'>;
  readonly onClose: () => void;
}

/** Shows the survey, then thanks; closing the thanks refetches all complaint data. */
export function SurveyDialogs({ complaint, onClose }: SurveyDialogsProps): ReactNode {
  const client = useQueryClient();
  const [isTaken, setTaken] = useState(false);
  const step = useStepForm('survey', complaint, (isSent) => (isSent ? setTaken(true) : onClose()));
  const { text, rating } = step;
  const closeThanks = () => {
    onClose();
    void refreshComplaints(client);
  };
  if (isTaken) {
    return (
      <Dialog
        size="l"
        onClose={closeThanks}
        title={t`Thank You for Your Replies!`}
        footer={
          <Button variant="primary" autoFocus onClick={closeThanks}>
            {t`Close`}
          </Button>
        }
      >
        <p>
          <Trans>
            Your answer helps to improve the service. If it is not solved after all, you can re-open the ticket.
          </Trans>
        </p>
      </Dialog>
    );
  }
  return (
    <StepDialog
      step={step}
      title={t`We Value Your Replies!`}
      ready={rating !== '' && text.trim() !== ''}
      intro={<p className="text-ink-2">{t`How satisfied are you with how “${complaint.title}” was handled?`}</p>}
      onClose={onClose}
    >
      <RatingField
        label={t`Your rating`}
        name="rating"
        required
        value={rating === '' ? null : Number(rating)}
        onChange={(value) => step.setRating(String(value))}
        words={[t`Very Dissatisfied`, t`Dissatisfied`, t`Neutral`, t`Satisfied`, t`Very Satisfied`]}
      />
      <TextareaField
        label={t`Your comment`}
        required
        rows={2}
        maxLength={limit.textMax}
        value={text}
        onChange={(event) => step.setText(event.target.value)}
        footer={t`Choose a rating and write a comment to submit.`}
      />
    </StepDialog>
  );
}
