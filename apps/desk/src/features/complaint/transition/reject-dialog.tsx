import { rejectReasons } from '@baraza/contract';
import { SelectField } from '@baraza/ui/select-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { rejectReasonText } from './reject-reasons.ts';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import { useStepFields } from './use-step-fields.ts';
import { WordsField } from './words-field.tsx';

/** Rejects a complaint for a listed reason, which the citizen reads. */
export function RejectDialog(props: StepProps): ReactNode {
  const fields = useStepFields('reject', { reason: '', words: '' });
  const { reason, words } = fields.values;
  const read = () =>
    fields.check({ reason: !reason && t`Choose a reason.` }) ? { reason, text: words.trim() || undefined } : null;
  return (
    <StepDialog
      {...props}
      action="reject"
      title={t`Reject this complaint`}
      submitText={t`Reject`}
      sendingText={t`Rejecting`}
      doneText={() => t`Rejected. The citizen has been told why.`}
      danger
      read={read}
      focusFirst={() => fields.focus('reason')}
    >
      <p className="text-ink-2">
        <Trans>
          The complaint ends here and its citizen reads your reason. A complaint that belongs to another office is not
          rejected: offer it to that MDA.
        </Trans>
      </p>
      <SelectField
        {...fields.field('reason')}
        label={t`Reason`}
        required
        placeholder={t`Choose one`}
        options={rejectReasons.map((reason) => ({ value: reason, label: rejectReasonText(reason) }))}
      />
      <WordsField {...fields.field('words')} label={t`A word to the citizen`} optionalText={t`(optional)`} />
    </StepDialog>
  );
}
