import { formatDay, FormDialog, notify } from '@baraza/app';
import { type Complaint, limit } from '@baraza/contract';
import { TextareaField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useKeptText } from '../../../lib/draft/use-kept-text.ts';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { useAppeal, useWithdrawComplaint } from '../complaint-step.api.ts';
import { StepFiles } from './step-files.tsx';
import { useStepForm } from './use-step-form.ts';

type StepDialogProps = { complaint: Complaint; onClose: () => void };

/** Adds photos and videos to an open complaint, with words about them. */
export function EvidenceDialog({ complaint, onClose }: StepDialogProps) {
  const step = useStepForm('evidence', complaint, (isSent) => {
    onClose();
    if (isSent) notify.success(t`Your evidence is added.`);
  });
  return (
    <FormDialog
      form={step.form}
      title={t`Add evidence`}
      size="l"
      keep={null}
      yes={t`Send evidence`}
      ready={step.media.count > 0}
      pendingText={t`Sending`}
      onClose={onClose}
    >
      <FailureNotice error={step.error} />
      <StepFiles id="evidence-files" label={t`Photos and videos`} step={step} />
      <TextareaField
        label={t`What do they show?`}
        optionalText={t`(optional)`}
        rows={3}
        maxLength={limit.textMax}
        value={step.text}
        onChange={(event) => step.setText(event.target.value)}
      />
    </FormDialog>
  );
}

/** Asks for the reason, and re-opens a resolved complaint with it. */
export function ReopenDialog({ complaint, onClose }: StepDialogProps) {
  const step = useStepForm('reopen', complaint, (isSent) => {
    onClose();
    if (isSent) notify.success(t`Your complaint is open again.`);
  });
  return (
    <FormDialog
      form={step.form}
      title={t`Send a message`}
      size="l"
      keep={null}
      yes={t`Submit`}
      ready={step.text.trim() !== ''}
      pendingText={t`Sending`}
      onClose={onClose}
    >
      <FailureNotice error={step.error} />
      <TextareaField
        label={t`Reason`}
        hint={t`What is not solved yet? ${complaint.mda.name} gets your message and the complaint is Pending again.`}
        required
        rows={6}
        maxLength={limit.textMax}
        value={step.text}
        onChange={(event) => step.setText(event.target.value)}
        footer={<CharacterCount count={step.text.length} />}
      />
      <StepFiles id="reopen-files" label={t`Photos and videos`} step={step} />
    </FormDialog>
  );
}

function CharacterCount({ count }: { count: number }) {
  return (
    <span className="tabular-nums">
      <Trans>
        {count} of {limit.textMax} characters
      </Trans>
    </span>
  );
}

/** Makes sure that the citizen means it, and withdraws an open complaint. */
export function WithdrawDialog({ complaint, onClose }: StepDialogProps) {
  const [reason, setReason, forget] = useKeptText(`withdraw:${complaint.id}`);
  const { mutate, isPending, error } = useWithdrawComplaint();
  const onSuccess = () => {
    forget();
    onClose();
    notify.success(t`Your complaint is withdrawn.`);
  };
  const onSubmit = () => mutate({ id: complaint.id, reason: reason.trim() || undefined }, { onSuccess });
  return (
    <FormDialog
      form={{ formId: 'withdraw', pending: isPending, onSubmit }}
      title={t`Withdraw this complaint?`}
      keep={t`Keep it`}
      yes={t`Withdraw`}
      tone="danger"
      pendingText={t`Sending`}
      onClose={onClose}
    >
      <p>{t`Nobody works on it any more, and it cannot be opened again. You can file a new complaint at any time.`}</p>
      <FailureNotice error={error} />
      <TextareaField
        label={t`Reason`}
        optionalText={t`(optional)`}
        maxLength={limit.textMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

/** Asks for the reason, and asks oversight for a review. */
export function AppealDialog({ complaint, onClose }: StepDialogProps) {
  const [reason, setReason, forget] = useKeptText(`appeal:${complaint.id}`);
  const { mutate, isPending, error } = useAppeal();
  const until = formatDay(complaint.appealUntil ?? '');
  const onSuccess = () => {
    forget();
    onClose();
    notify.success(t`The oversight office reviews your complaint.`);
  };
  return (
    <FormDialog
      form={{
        formId: 'appeal',
        pending: isPending,
        onSubmit: () => mutate({ id: complaint.id, reason: reason.trim() }, { onSuccess }),
      }}
      title={t`Ask for a review`}
      size="l"
      keep={null}
      yes={t`Submit`}
      ready={reason.trim() !== ''}
      pendingText={t`Sending`}
      onClose={onClose}
    >
      <FailureNotice error={error} />
      <TextareaField
        label={t`Reason`}
        hint={t`What should the oversight office look at? It decides once, and you read why. You can ask until ${until}.`}
        required
        rows={6}
        maxLength={limit.textMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        footer={<CharacterCount count={reason.length} />}
      />
    </FormDialog>
  );
}
