import { notify } from '@baraza/app/notify';
import type { Complaint } from '@baraza/contract/complaint/complaint';
import { limit } from '@baraza/contract/core/common';
import { TextareaField } from '@baraza/ui/textarea-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { FormDialog } from '@baraza/app/form/form-dialog';
import { useKeptText } from '../../../lib/draft/use-kept-text.ts';
import { useReopenComplaint } from '../complaint.api.ts';

/** Asks for the reason, and re-opens a resolved complaint with it. */
export default function ReopenDialog({ complaint, onClose }: { complaint: Complaint; onClose: () => void }): ReactNode {
  const [reason, setReason, forget] = useKeptText(`reopen:${complaint.id}`);
  const reopen = useReopenComplaint();
  const ready = reason.trim() !== '';

  const submit = () =>
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

  return (
    <FormDialog
      form={{ formId: 'reopen', pending: reopen.isPending, onSubmit: submit }}
      title={t`Send a message`}
      size="l"
      keep={null}
      yes={t`Submit`}
      ready={ready}
      pendingText={t`Sending`}
      onClose={onClose}
    >
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
    </FormDialog>
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
