import { limit, maxExtension } from '@baraza/contract';
import { TextField } from '@baraza/ui/text-field';
import { TextareaField } from '@baraza/ui/textarea-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import { useStepFields } from './use-step-fields.ts';

/** Moves the promised date, with a reason that the citizen reads. */
export function ExtendDialog(props: StepProps): ReactNode {
  const fields = useStepFields('extend', { days: '5', reason: '' });
  const { days, reason } = fields.values;
  const read = () => {
    const count = Number(days);
    const fits = /^\d+$/u.test(days.trim()) && count >= 1 && count <= maxExtension;
    const complete = fields.check({
      days: !fits && t`Enter a number from 1 to ${maxExtension}.`,
      reason: !reason.trim() && t`Say why.`,
    });
    return complete ? { days: count, reason: reason.trim() } : null;
  };
  return (
    <StepDialog
      {...props}
      action="extend"
      title={t`Move the date`}
      submitText={t`Move the date`}
      sendingText={t`Sending`}
      doneText={() => t`The date is moved. The citizen has been told.`}
      read={read}
      firstField={fields.id('days')}
    >
      <p className="text-ink-2">
        <Trans>The date can be moved twice. The citizen reads the new date and your reason.</Trans>{' '}
        {props.complaint.extensions > 0 && <Trans>It was moved once already.</Trans>}
      </p>
      <TextField
        id={fields.id('days')}
        label={t`Working days more`}
        hint={t`At most ${maxExtension}.`}
        required
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        fieldClassName="max-w-60"
        value={days}
        error={fields.errors.days}
        errorPrefix={t`Error:`}
        onChange={(event) => fields.set('days', event.target.value)}
      />
      <TextareaField
        id={fields.id('reason')}
        label={t`Reason`}
        required
        rows={4}
        maxLength={limit.textMax}
        dir="auto"
        value={reason}
        error={fields.errors.reason}
        errorPrefix={t`Error:`}
        onChange={(event) => fields.set('reason', event.target.value)}
      />
    </StepDialog>
  );
}
