import { notify } from '@baraza/app/notify';
import type { Complaint } from '@baraza/contract/complaint/complaint';
import { limit } from '@baraza/contract/core/common';
import { TextareaField } from '@baraza/ui/textarea-field';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { FormDialog } from '@baraza/app/form/form-dialog';
import { useKeptText } from '../../../lib/draft/use-kept-text.ts';
import { useWithdrawComplaint } from '../complaint.api.ts';

/** Makes sure that the citizen means it, and withdraws an open complaint. */
export default function WithdrawDialog({
  complaint,
  onClose,
}: {
  complaint: Complaint;
  onClose: () => void;
}): ReactNode {
  const [reason, setReason, forget] = useKeptText(`withdraw:${complaint.id}`);
  const withdraw = useWithdrawComplaint();

  const submit = () =>
    withdraw.mutate(
      { id: complaint.id, reason: reason.trim() || undefined },
      {
        onSuccess: () => {
          forget();
          onClose();
          notify.success(t`Your complaint is withdrawn.`);
        },
      },
    );

  return (
    <FormDialog
      form={{ formId: 'withdraw', pending: withdraw.isPending, onSubmit: submit }}
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
      <FailureNotice error={withdraw.error} />
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
