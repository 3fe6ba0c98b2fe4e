import { notify } from '@baraza/app/notify';
import { resetMfa, type Staff } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../lib/form/confirm-dialog.tsx';
import { FormDialog } from '@baraza/app/form/form-dialog';
import { useForm } from '@baraza/app/form';
import { fullName } from '../../../lib/api/session.tsx';
import { SecretField } from '@baraza/app/form/secret-field';
import { isPowerful, waitsText } from './staff-confirmation.tsx';
import { useSaveStaff } from '../account.api.ts';
import { useStaffHelp } from '../mfa.api.ts';

type HelpDialogProps = { staff: Staff; onClose: () => void };

/** Sends the invitation once more. */
export function InviteAgainDialog({ staff, onClose }: HelpDialogProps): ReactNode {
  const { inviteAgain } = useStaffHelp();
  const { email } = staff;
  return (
    <ConfirmDialog
      title={t`Send the invitation again?`}
      yes={t`Send again`}
      tone="primary"
      act={() => inviteAgain(staff.id)}
      doneText={isPowerful(staff.role) ? waitsText() : t`An invitation was mailed to ${email}.`}
      onClose={onClose}
    >
      <p>
        <Trans>
          <bdi dir="ltr">{email}</bdi> gets a new link, which works once, for 7 days. The older one no longer works.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

/** Ends every session of a colleague, who can log in again. */
export function SignOutStaffDialog({ staff, onClose }: HelpDialogProps): ReactNode {
  const { signOut } = useStaffHelp();
  const name = fullName(staff);
  const who = <bdi>{name}</bdi>;
  return (
    <ConfirmDialog
      title={t`Log this person out everywhere?`}
      yes={t`Yes, log out`}
      act={() => signOut(staff.id)}
      doneText={t`${name} is logged out everywhere.`}
      onClose={onClose}
    >
      <p>
        <Trans>
          {who} is logged out at once, on every device, and can log in again with the password. What they were just
          writing may be lost.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

/** Turns off the second factor of a colleague who lost phone and recovery codes. */
export function ResetMfaDialog({ staff, onClose }: HelpDialogProps): ReactNode {
  const { resetMfa: reset } = useStaffHelp();
  const name = fullName(staff);
  const form = useForm({
    schema: resetMfa.body,
    initial: { currentPassword: '' },
    labels: { currentPassword: t`Your own password` },
    prefix: 'reset-',
    submit: async ({ currentPassword }) => {
      const { waiting } = await reset(staff.id, currentPassword);
      notify.success(waiting ? waitsText() : t`Two-step sign-in of ${name} is off.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t`Reset two-step sign-in?`} yes={t`Yes, reset`} tone="danger" onClose={onClose}>
      <p>
        <Trans>
          <bdi>{name}</bdi> is logged out, gets a mail, and logs in with the password alone until it is set up again.
          Make sure that it is really them who ask.
        </Trans>
      </p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
    </FormDialog>
  );
}

/** Asks before an account is disabled or enabled again. */
export function StaffSwitchDialog({ staff, onClose }: HelpDialogProps): ReactNode {
  const save = useSaveStaff();
  const name = fullName(staff);
  // A value: an angle bracket in a name must not be taken for one of ours.
  const who = <bdi>{name}</bdi>;
  const enabling = staff.disabled;
  const enabled = isPowerful(staff.role) ? waitsText() : t`${name} can log in again.`;
  const done = enabling ? enabled : t`${name} is logged out and cannot log in.`;
  return (
    <ConfirmDialog
      title={enabling ? t`Enable this account?` : t`Disable this account?`}
      yes={enabling ? t`Yes, enable` : t`Yes, disable`}
      tone={enabling ? 'primary' : 'danger'}
      act={() => save.mutateAsync({ id: staff.id, version: staff.version, disabled: !enabling })}
      doneText={done}
      onClose={onClose}
    >
      <p>
        {enabling ? (
          <Trans>{who} can log in again with the same password.</Trans>
        ) : (
          <Trans>{who} is logged out everywhere and cannot log in. What they wrote stays.</Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}
