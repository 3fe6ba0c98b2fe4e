import { notify } from '@baraza/app/notify';
import { updatePassword } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../lib/form/form-dialog.tsx';
import { useForm } from '../../../lib/form/form.ts';
import { changePassword } from '../account.api.ts';
import { SecretField } from '../secret-field.tsx';

/** Changes the password, which ends all other sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = useForm({
    schema: updatePassword.body,
    initial: { currentPassword: '', password: '', confirmPassword: '' },
    prefix: 'change-',
    labels: { currentPassword: t`Current Password`, password: t`New Password`, confirmPassword: t`Confirm Password` },
    submit: async ({ currentPassword, password, confirmPassword }) => {
      await changePassword({ currentPassword, password, confirmPassword });
      notify.success(t`Password changed successfully 🎉`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t`Change password`} ready={form.canSubmit} onClose={onClose}>
      <p className="text-ink-2">
        <Trans>Everywhere else you will be logged out.</Trans>
      </p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      <SecretField {...form.field('password')} autoComplete="new-password" hint={t`At least 8 characters.`} required />
      <SecretField
        {...form.field('confirmPassword')}
        autoComplete="new-password"
        hint={t`The new one once more.`}
        required
      />
    </FormDialog>
  );
}
