import { SelectField } from '@baraza/ui/select-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LoadError } from '../../../lib/page/load-error.tsx';
import { useMdas } from '../../../lib/api/choices.ts';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import { useStepFields } from './use-step-fields.ts';
import { WordsField } from './words-field.tsx';

/** Offers a complaint to the MDA it belongs to; or, for oversight, says where it goes. */
export function TransferDialog({
  action,
  ...props
}: StepProps & { action: 'offerTransfer' | 'decideTransfer' }): ReactNode {
  const { complaint } = props;
  const deciding = action === 'decideTransfer';
  // Of one that two MDAs declined, it may stay where it is; one that nobody there can see has to move.
  const isDeclined = complaint.state === 'transfer_undecided';
  const mdas = useMdas();
  const fields = useStepFields('transfer', { mda: '', reason: '' });
  const { mda, reason } = fields.values;
  const name = mdas.data?.find(({ id }) => id === mda)?.name ?? '';
  const options = (mdas.data ?? [])
    .filter(({ id }) => (deciding && isDeclined) || id !== complaint.mda.id)
    .map(({ id, name: label }) => ({ value: id, label }));
  const read = () =>
    fields.check({ mda: !mda && t`Choose an MDA.`, reason: !reason.trim() && t`Say why.` })
      ? { mda, reason: reason.trim() }
      : null;
  return (
    <StepDialog
      {...props}
      action={action}
      title={deciding ? t`Decide who takes it` : t`Offer to another MDA`}
      submitText={deciding ? t`Give it to this MDA` : t`Offer it`}
      sendingText={t`Sending`}
      doneText={() => (deciding ? t`${name} has it now.` : t`Offered to ${name}.`)}
      read={read}
      focusFirst={() => fields.focus('mda')}
    >
      <p className="text-ink-2">
        {deciding && !isDeclined ? (
          <Trans>The MDA you choose has it at once; the due date stays the same.</Trans>
        ) : deciding ? (
          <Trans>Two MDAs declined it. The one you choose has it at once; the due date stays the same.</Trans>
        ) : (
          <Trans>
            The other MDA accepts or declines. Until then it stays with you, and the due date stays the same.
          </Trans>
        )}
      </p>
      {mdas.isError && <LoadError title={t`The MDAs could not be loaded.`} query={mdas} />}
      <SelectField {...fields.field('mda')} label={t`MDA`} required placeholder={t`Choose one`} options={options} />
      <WordsField
        {...fields.field('reason')}
        label={t`Reason`}
        hint={t`The MDAs read it; the citizen does not.`}
        required
      />
    </StepDialog>
  );
}
