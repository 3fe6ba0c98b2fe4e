import { FormDialog } from '@baraza/app/form/form-dialog';
import { notify } from '@baraza/app/notify';
import { reopenComplaint, withdrawComplaint, type Complaint } from '@baraza/contract/complaint/complaint';
import { limit } from '@baraza/contract/core/common';
import { TextareaField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useKeptText } from '../../../lib/draft/use-kept-text.ts';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { useComplaintStep } from '../complaint.api.ts';

type ReasonDialogProps = { complaint: Complaint; onClose: () => void };

/** Asks for the reason, and re-opens a resolved complaint with it. */
export function ReopenDialog({ complaint, onClose }: ReasonDialogProps): ReactNode {
  const { reason, setReason, error, form } = useReason('reopen', reopenComplaint, complaint, () => {
    onClose();
    notify.success(t`Your complaint is open again.`);
  });
  return (
    <FormDialog
      form={form}
      title={t`Send a message`}
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
        hint={t`What is not solved yet? ${complaint.mda.name} gets your message and the complaint is Pending again.`}
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

function CharacterCount({ count }: { count: number }): ReactNode {
  return (
    <span className="tabular-nums">
      <Trans>
        {count} of {limit.textMax} characters
      </Trans>
    </span>
  );
}

/** Makes sure that the citizen means it, and withdraws an open complaint. */
export function WithdrawDialog({ complaint, onClose }: ReasonDialogProps): ReactNode {
  const { reason, setReason, error, form } = useReason('withdraw', withdrawComplaint, complaint, () => {
    onClose();
    notify.success(t`Your complaint is withdrawn.`);
  });
  return (
    <FormDialog
      form={form}
      title={t`Withdraw this complaint?`}
      keep={t`Keep it`}
      yes={t`Withdraw`}
      tone="danger"
      pendingText={t`Sending`}
      onClose={onClose}
    >
      <p>
        {t`${complaint.mda.name} stops working on it, and it cannot be opened again. You can file a new complaint at any time.`}
      </p>
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

/** Keeps the reason of a step while its dialog is closed, and sends it. */
function useReason(
  formId: string,
  endpoint: typeof reopenComplaint | typeof withdrawComplaint,
  { id }: Complaint,
  onDone: () => void,
) {
  const [reason, setReason, forget] = useKeptText(`${formId}:${id}`);
  const step = useComplaintStep(endpoint);
  const onSuccess = () => {
    forget();
    onDone();
  };
  const onSubmit = () => step.mutate({ id, reason: reason.trim() || undefined }, { onSuccess });
  return { reason, setReason, error: step.error, form: { formId, pending: step.isPending, onSubmit } };
}
