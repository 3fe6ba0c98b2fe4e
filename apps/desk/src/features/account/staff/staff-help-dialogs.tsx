import { FormDialog, notify, SecretField, useForm } from '@baraza/app';
import { inviteAgain, listStaff, resetMfa, signOutStaff, type Staff, updateStaff } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { ConfirmDialog } from '../../../lib/form/edit-dialog.tsx';
import { Loaded } from '../../../lib/page/page.tsx';
import { LeaveDialog } from '../../../lib/leave/leave-dialog.tsx';
import { useCover } from '../../../lib/leave/use-leave.ts';
import { HandToField } from './hand-to-field.tsx';
import { fullName } from '../../../lib/api/session.tsx';
import { waitsText } from '../access/access-change-text.tsx';

type StaffDialogProps = { staff: Staff; onClose: () => void };

/** Sends the invitation again. */
export function InviteAgainDialog({ staff, onClose }: StaffDialogProps) {
  const invite = useEndpoint(inviteAgain, listStaff);
  const { email } = staff;
  return (
    <ConfirmDialog
      title={t`Send the invitation again?`}
      yes={t`Send again`}
      act={() => invite.mutateAsync({ params: { id: staff.id } })}
      doneText={({ waiting }) => (waiting ? waitsText() : t`An invitation was mailed to ${email}.`)}
      onClose={onClose}
    >
      <Trans>
        <bdi dir="ltr">{email}</bdi> gets a new link that works once, within 7 days. The old one stops working.
      </Trans>
    </ConfirmDialog>
  );
}

/** Ends all sessions of a colleague, who can log in again. */
export function SignOutStaffDialog({ staff, onClose }: StaffDialogProps) {
  const signOut = useEndpoint(signOutStaff, listStaff);
  const name = fullName(staff);
  const who = <bdi>{name}</bdi>;
  return (
    <ConfirmDialog
      title={t`Log this person out everywhere?`}
      yes={t`Log out everywhere`}
      tone="danger"
      act={() => signOut.mutateAsync({ params: { id: staff.id } })}
      doneText={t`${name} is logged out everywhere.`}
      onClose={onClose}
    >
      <Trans>
        {who} will be logged out of every device at once, and can log in again with the password. Text that they have
        not sent may be lost.
      </Trans>
    </ConfirmDialog>
  );
}

/** Turns off the second factor of a colleague who lost phone and recovery codes. */
export function ResetMfaDialog({ staff, onClose }: StaffDialogProps) {
  const reset = useEndpoint(resetMfa, listStaff);
  const name = fullName(staff);
  const form = useForm({
    schema: resetMfa.body,
    initial: { currentPassword: '' },
    labels: { currentPassword: t`Your own password` },
    submit: async (body) => {
      const { waiting } = await reset.mutateAsync({ params: { id: staff.id }, body });
      notify.success(waiting ? waitsText() : t`Two-step sign-in of ${name} is off.`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Reset two-step sign-in?`}
      yes={t`Reset two-step sign-in`}
      tone="danger"
      onClose={onClose}
    >
      <p>
        <Trans>
          <bdi>{name}</bdi> will be logged out and notified by mail, and logs in with the password alone until they set
          it up again. Make sure that the request really comes from them.
        </Trans>
      </p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
    </FormDialog>
  );
}

/** Sets the leave of a member of staff who works at an MDA. */
export function StaffLeaveDialog({ staff, onClose }: StaffDialogProps) {
  return <LeaveDialog person={{ id: staff.id, name: fullName(staff) }} onClose={onClose} />;
}

/** Confirms disabling or enabling an account. */
export function StaffSwitchDialog(props: StaffDialogProps) {
  return props.staff.disabled ? <EnableStaffDialog {...props} /> : <DisableStaffDialog {...props} />;
}

function EnableStaffDialog({ staff, onClose }: StaffDialogProps) {
  const update = useEndpoint(updateStaff, listStaff);
  const name = fullName(staff);
  // Passed as a value, so that an angle bracket in a name is not read as a tag.
  const who = <bdi>{name}</bdi>;
  return (
    <ConfirmDialog
      title={t`Enable this account?`}
      yes={t`Enable account`}
      act={() => update.mutateAsync({ body: { id: staff.id, version: staff.version, disabled: false } })}
      doneText={({ waiting }) => (waiting ? waitsText() : t`${name} can log in again.`)}
      onClose={onClose}
    >
      <Trans>{who} can log in again with the same password.</Trans>
    </ConfirmDialog>
  );
}

function DisableStaffDialog({ staff, onClose }: StaffDialogProps) {
  const update = useEndpoint(updateStaff, listStaff);
  const cover = useCover(staff.id, staff.mda !== null);
  const name = fullName(staff);
  const who = <bdi>{name}</bdi>;
  const form = useForm({
    schema: updateStaff.body,
    initial: { handTo: '' },
    labels: { handTo: t`Open complaints` },
    prepare: ({ handTo }) => ({ id: staff.id, version: staff.version, disabled: true, handTo: handTo || null }),
    submit: async (change) => {
      const { waiting } = await update.mutateAsync({ body: change });
      notify.success(waiting ? waitsText() : t`${name} is logged out and cannot log in.`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Disable this account?`}
      yes={t`Disable account`}
      tone="danger"
      ready={staff.mda === null || cover.isSuccess}
      onClose={onClose}
    >
      <p>
        <Trans>
          {who} will be logged out everywhere and can no longer log in. Replies and notes that they wrote are kept.
        </Trans>
      </p>
      {staff.mda && (
        <Loaded query={cover} failed={t`Their open complaints could not be counted.`}>
          {(data) => <HandToField cover={data} {...form.field('handTo')} />}
        </Loaded>
      )}
    </FormDialog>
  );
}
