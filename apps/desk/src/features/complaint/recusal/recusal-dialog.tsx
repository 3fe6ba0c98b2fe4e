import { SelectField } from '@baraza/ui/select-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LoadError } from '../../../lib/page/load-error.tsx';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useColleagues } from '../complaint.api.ts';
import { StepDialog, type StepProps } from '../transition/step-dialog.tsx';
import { useStepFields } from '../transition/use-step-fields.ts';
import { WordsField } from '../transition/words-field.tsx';

type RecusalDialogProps = StepProps & {
  /** The person recused themselves, and does not see the complaint any more. */
  onGone: () => void;
};

/** Recuses a member of staff from a complaint; an officer only themselves. */
export function RecusalDialog(props: RecusalDialogProps): ReactNode {
  return useMe().role === 'officer' ? <RecuseMyself {...props} /> : <RecuseSomebody {...props} />;
}

function RecuseMyself({ onGone, ...props }: RecusalDialogProps): ReactNode {
  const me = useMe();
  const fields = useStepFields('recuse', { reason: '' });
  const reason = fields.values.reason.trim();
  return (
    <StepDialog
      {...props}
      onDone={onGone}
      action="recuse"
      title={t`I must not handle this`}
      submitText={t`Recuse me`}
      sendingText={t`Sending`}
      doneText={() => t`You no longer see this complaint.`}
      danger
      read={() => (fields.check({ reason: !reason && t`Say why.` }) ? { person: me.id, reason } : null)}
      focusFirst={() => fields.focus('reason')}
    >
      <p className="text-ink-2">
        <Trans>
          Choose this when the complaint is about you or about somebody close to you. You will no longer see it. You
          cannot take that back; your supervisor can.
        </Trans>
      </p>
      <WordsField
        {...fields.field('reason')}
        label={t`Reason`}
        hint={t`Supervisors and oversight read it; the citizen does not.`}
        required
      />
    </StepDialog>
  );
}

function RecuseSomebody({ onGone, ...props }: RecusalDialogProps): ReactNode {
  const { complaint } = props;
  const me = useMe();
  const colleagues = useColleagues(true, complaint.mda.id);
  const fields = useStepFields('recuse', { person: '', reason: '' });
  const { person, reason } = fields.values;
  // Oversight works at no MDA, and may have to recuse themselves.
  const own = me.role === 'oversight' ? [{ value: me.id, label: fullName(me) }] : [];
  const options = (colleagues.data ?? [])
    .filter(({ id }) => !complaint.recusedStaff.some((recused) => recused.id === id))
    .map(({ id, name }) => ({ value: id, label: name }))
    .concat(own);
  const name = options.find((option) => option.value === person)?.label ?? '';
  const read = () =>
    fields.check({ person: !person && t`Choose a person.`, reason: !reason.trim() && t`Say why.` })
      ? { person, reason: reason.trim() }
      : null;
  return (
    <StepDialog
      {...props}
      onDone={person === me.id ? onGone : props.onDone}
      action="recuse"
      title={t`Recuse somebody from this complaint`}
      submitText={t`Recuse them`}
      sendingText={t`Sending`}
      doneText={() => t`${name} is recused.`}
      danger
      read={read}
      focusFirst={() => fields.focus('person')}
    >
      <p className="text-ink-2">
        <Trans>
          For somebody whom it is about, or who is close to them. They no longer see it anywhere: in no list, count,
          search, report or mail. If they have it, nobody has it then. You can lift the recusal again.
        </Trans>
      </p>
      {colleagues.isError && <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />}
      <SelectField
        {...fields.field('person')}
        label={t`Person`}
        required
        placeholder={t`Choose one`}
        options={options}
      />
      <WordsField
        {...fields.field('reason')}
        label={t`Reason`}
        hint={t`Supervisors and oversight read it; the citizen does not.`}
        required
      />
    </StepDialog>
  );
}
