import { FormDialog, notify, SecretField, useForm } from '@baraza/app';
import { confirmStaff, declineStaff, listStaff, type Staff } from '@baraza/contract';
import { TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { ConfirmDialog } from '../../../lib/form/edit-dialog.tsx';
import { roleWord } from '../../../lib/format/role-words.ts';

/** Whether a change of this role needs a second administrator. */
export const isPowerful = (role: string): boolean => role !== 'officer';

/** Text shown when a change awaits a second administrator. */
export const waitsText = () => t`Another administrator has to confirm this first. They have been notified by mail.`;

type Waiting = NonNullable<Staff['waiting']>;

function waitingWord({ action, role, mda }: Waiting): string {
  if (action === 'invitation') return t`New invitation`;
  if (action === 'mfa-reset') return t`Reset two-step sign-in`;
  return [role && roleWord(role), mda?.name].filter(Boolean).join(', ');
}

/** Shows which change awaits a second administrator, and who requested it. */
export function WaitingText({ waiting }: { waiting: Waiting }) {
  const [change, name] = [<bdi key="change">{waitingWord(waiting)}</bdi>, <bdi key="name">{waiting.by.name}</bdi>];
  return (
    <span className="block text-sm text-ink-2">
      <Trans>
        To be confirmed: {change}, requested by {name}
      </Trans>
    </span>
  );
}

export type StaffDialogProps = { staff: Staff; onClose: () => void };

/** Confirms a change requested by another administrator, with password and code. */
export function ConfirmStaffDialog({ staff: latest, onClose }: StaffDialogProps) {
  // Confirms the change that the dialog first showed, even if the list has another by now.
  const [staff] = useState(latest);
  const { mfa } = useMe();
  const confirm = useEndpoint(confirmStaff, listStaff);
  const form = useForm({
    schema: confirmStaff.body,
    initial: { currentPassword: '', code: '' },
    labels: { currentPassword: t`Your own password`, code: t`Code from your app, or a recovery code` },
    prepare: (values) => ({ ...values, version: staff.version }),
    submit: async (body) => {
      await confirm.mutateAsync({ params: { id: staff.id }, body });
      notify.success(t`Confirmed. All administrators and oversight get a mail.`);
      onClose();
    },
  });
  const name = <bdi>{fullName(staff)}</bdi>;
  return (
    <FormDialog form={form} title={t`Confirm this change?`} yes={t`Yes, confirm`} onClose={onClose}>
      <p>
        {name} <bdi dir="ltr">{staff.email}</bdi>
        {staff.waiting && <WaitingText waiting={staff.waiting} />}
      </p>
      <p className="text-ink-2">{t`Confirm only after talking to the person who asked for it.`}</p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      {mfa && <TextField {...form.field('code')} autoComplete="one-time-code" maxLength={40} required />}
    </FormDialog>
  );
}

/** Declines a waiting change, or withdraws an own one, after confirmation. */
export function DeclineStaffDialog({ staff: latest, onClose }: StaffDialogProps) {
  const [staff] = useState(latest);
  const decline = useEndpoint(declineStaff, listStaff);
  return (
    <ConfirmDialog
      title={t`Decline this change?`}
      yes={t`Yes, decline`}
      act={() => decline.mutateAsync({ params: { id: staff.id }, query: { version: staff.version } })}
      doneText={t`Change declined. The account stays as it was.`}
      onClose={onClose}
    >
      <bdi>{fullName(staff)}</bdi>
      {staff.waiting && <WaitingText waiting={staff.waiting} />}
    </ConfirmDialog>
  );
}
