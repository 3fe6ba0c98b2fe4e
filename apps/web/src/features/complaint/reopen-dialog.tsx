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
import { useReopenComplaint } from './complaint.api.ts';

/** Asks for the reason, and re-opens a resolved complaint with it. */
export default function ReopenDialog({ complaint, onClose }: { complaint: Complaint; onClose: () => void }): ReactNode {
  const [reason, setReason, forget] = useKeptText(`reopen:${complaint.id}`);
  const reopen = useReopenComplaint();
  const ready = reason.trim() !== '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || reopen.isPending) return;
    reopen.mutate(
      { id: complaint.id, reason },
      {
        onSuccess: () => {
          forget();
          onClose();
          notify.success(t`Your complaint is open again.`);
        },
      },
    );
  };

  return (
    <Dialog
      open
      size="l"
      onClose={onClose}
      title={t`Send a message`}
      closeLabel={t`Close`}
      dismissable={!reopen.isPending}
      footer={
        <Button
          type="submit"
          form="reopen"
          variant="primary"
          disabled={!ready}
          loading={reopen.isPending}
          loadingText={t`Sending`}
        >
          <Trans>Submit</Trans>
        </Button>
      }
    >
      <form id="reopen" onSubmit={submit} className="grid gap-4">
        <FailureNotice error={reopen.error} />
        <TextareaField
          label={t`Reason`}
          hint={t`What is not solved yet? ${complaint.mda.name} gets your message and the complaint is Pending again.`}
          required
          rows={6}
          maxLength={limit.textMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          footer={<CharacterCount text={reason} />}
        />
      </form>
    </Dialog>
  );
}

function CharacterCount({ text }: { text: string }): ReactNode {
  const count = text.length;
  return (
    <span className="tabular-nums">
      <Trans>
        {count} of {limit.textMax} characters
      </Trans>
    </span>
  );
}
