import { maxExtension } from '@baraza/contract';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import { useStepFields } from './use-step-fields.ts';
import { WordsField } from './words-field.tsx';

/** Moves the due date, with a reason that the citizen reads. */
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
      title={t`Take more time`}
      submitText={t`Take more time`}
      sendingText={t`Sending`}
      doneText={() => t`The due date is moved. The citizen has been told.`}
      read={read}
      focusFirst={() => fields.focus('days')}
    >
      <p className="text-ink-2">
        <Trans>The due date can be moved twice. The citizen reads the new date and your reason.</Trans>{' '}
        {props.complaint.extensions > 0 && <Trans>It was moved once already.</Trans>}
      </p>
      <TextField
        {...fields.field('days')}
        label={t`Working days more`}
        hint={t`At most ${maxExtension}.`}
        required
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        fieldClassName="max-w-60"
      />
      <WordsField {...fields.field('reason')} label={t`Reason`} required />
    </StepDialog>
  );
}
