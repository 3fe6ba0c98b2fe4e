import { notify } from '@baraza/app/notify';
import { limit, updatePassword } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from '../../lib/form.ts';
import { FormProblem } from '../../lib/form-problem.tsx';
import { changePassword } from './account.api.ts';
import { SecretField } from './secret-field.tsx';

/** A new password; everywhere else the account is logged out by it. */
export function PasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  // What was typed goes with the dialog.
  return open ? <OpenDialog onClose={onClose} /> : null;
}

function OpenDialog({ onClose }: { onClose: () => void }): ReactNode {
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
  const awake = Object.values(form.values).every((value) => value.length > limit.wakeLength);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change password`}
      closeLabel={t`Close`}
      dismissable={!form.pending}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="password-form"
            variant="primary"
            disabled={!awake}
            loading={form.pending}
            loadingText={t`Saving`}
          >
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id="password-form" noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
        <p className="text-ink-2">
          <Trans>Everywhere else you will be logged out.</Trans>
        </p>
        <FormProblem problem={form.problem} />
        <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
        <SecretField
          {...form.field('password')}
          autoComplete="new-password"
          hint={t`At least 8 characters.`}
          required
        />
        <SecretField
          {...form.field('confirmPassword')}
          autoComplete="new-password"
          hint={t`The new one once more.`}
          required
        />
      </form>
    </Dialog>
  );
}
