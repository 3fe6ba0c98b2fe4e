import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import { useStepFields } from './use-step-fields.ts';
import { WordsField } from './words-field.tsx';

/** Declines a transfer, with a reason for the offering MDA. */
export function DeclineDialog(props: StepProps): ReactNode {
  const fields = useStepFields('decline', { reason: '' });
  const { reason } = fields.values;
  const read = () => (fields.check({ reason: !reason.trim() && t`Say why.` }) ? { reason: reason.trim() } : null);
  return (
    <StepDialog
      {...props}
      action="declineTransfer"
      title={t`Decline the transfer`}
      submitText={t`Decline`}
      sendingText={t`Sending`}
      doneText={() => t`Declined. It is no longer with you.`}
      danger
      read={read}
      focusFirst={() => fields.focus('reason')}
    >
      <p className="text-ink-2">
        <Trans>It goes back to the MDA that offers it. When it is declined a second time, oversight decides.</Trans>
      </p>
      <WordsField
        {...fields.field('reason')}
        label={t`Reason`}
        hint={t`The MDA that offers it reads it; the citizen does not.`}
        required
      />
    </StepDialog>
  );
}
