import type { Named } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { StepDialog, type StepProps } from '../transition/step-dialog.tsx';
import { useStepFields } from '../transition/use-step-fields.ts';
import { WordsField } from '../transition/words-field.tsx';

/** Ends the recusal of somebody, with a reason. */
export function LiftRecusalDialog({ person, ...props }: StepProps & { person: Named }): ReactNode {
  const { id, name } = person;
  const fields = useStepFields('lift-recusal', { reason: '' });
  const reason = fields.values.reason.trim();
  return (
    <StepDialog
      {...props}
      action="liftRecusal"
      title={t`Lift the recusal of ${name}`}
      submitText={t`Lift it`}
      sendingText={t`Sending`}
      doneText={() => t`${name} sees the complaint again.`}
      read={() => (fields.check({ reason: !reason && t`Say why.` }) ? { person: id, reason } : null)}
      focusFirst={() => fields.focus('reason')}
    >
      <p className="text-ink-2">
        <Trans>
          From now on <bdi>{name}</bdi> reads the complaint with its whole history, and can be given it.
        </Trans>
      </p>
      <WordsField
        {...fields.field('reason')}
        label={t`Reason`}
        hint={t`It stands in the history, for supervisors and oversight.`}
        required
      />
    </StepDialog>
  );
}
