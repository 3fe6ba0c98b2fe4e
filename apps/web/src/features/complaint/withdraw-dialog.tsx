import { notify } from '@baraza/app/notify';
import type { Complaint } from '@baraza/contract/complaint';
import { limit } from '@baraza/contract/common';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { TextareaField } from '@baraza/ui/textarea-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FormEvent, ReactNode } from 'react';
import { FailureNotice } from '../../lib/failure-notice.tsx';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { useWithdrawComplaint } from './complaint.api.ts';

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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (withdraw.isPending) return;
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
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Withdraw this complaint?`}
      closeLabel={t`Close`}
      dismissable={!withdraw.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={withdraw.isPending}>
            <Trans>Keep it</Trans>
          </Button>
          <Button type="submit" form="withdraw" variant="danger" loading={withdraw.isPending} loadingText={t`Sending`}>
            <Trans>Withdraw</Trans>
          </Button>
        </>
      }
    >
      <form id="withdraw" onSubmit={submit} className="grid gap-4">
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
      </form>
    </Dialog>
  );
}
