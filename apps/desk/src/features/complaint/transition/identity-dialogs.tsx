import { identityHours, type IdentityRequest } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import { useStepFields } from './use-step-fields.ts';
import { WordsField } from './words-field.tsx';

/** Requests name and contact data of the citizen, with a reason. */
export function AskIdentityDialog(props: StepProps): ReactNode {
  const fields = useStepFields('ask-identity', { reason: '' });
  const { reason } = fields.values;
  const read = () => (fields.check({ reason: !reason.trim() && t`Say why.` }) ? { reason: reason.trim() } : null);
  return (
    <StepDialog
      {...props}
      action="requestIdentity"
      title={t`Ask to see name and contact`}
      submitText={t`Ask`}
      sendingText={t`Sending`}
      doneText={() => t`Asked. A second person decides.`}
      read={read}
      focusFirst={() => fields.focus('reason')}
    >
      <p className="text-ink-2">
        <Trans>
          A supervisor or oversight decides, never the one who asks. If they show it, you alone see it for{' '}
          {identityHours} hours, and the citizen is told.
        </Trans>
      </p>
      <WordsField
        {...fields.field('reason')}
        label={t`Reason`}
        hint={t`Whoever decides reads it, and so does the citizen if it is shown.`}
        required
      />
    </StepDialog>
  );
}

/** Denies a colleague name and contact data of the citizen, with a reason. */
export function RefuseIdentityDialog({ request, ...props }: StepProps & { request: IdentityRequest }): ReactNode {
  const fields = useStepFields('refuse-identity', { reason: '' });
  const { reason } = fields.values;
  const { id, name } = request.by;
  const read = () =>
    fields.check({ reason: !reason.trim() && t`Say why.` }) ? { requester: id, reason: reason.trim() } : null;
  return (
    <StepDialog
      {...props}
      action="denyIdentity"
      title={t`Refuse to show name and contact`}
      submitText={t`Refuse`}
      sendingText={t`Sending`}
      doneText={() => t`Refused. Name and contact stay masked.`}
      danger
      read={read}
      focusFirst={() => fields.focus('reason')}
    >
      <p className="text-ink-2">
        <Trans>
          <bdi>{name}</bdi> goes on without them, and may ask again.
        </Trans>
      </p>
      <WordsField
        {...fields.field('reason')}
        label={t`Reason`}
        hint={t`Your colleagues read it; the citizen does not.`}
        required
      />
    </StepDialog>
  );
}
