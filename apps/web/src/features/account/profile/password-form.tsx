import { notify } from '@baraza/app/notify';
import { updatePassword } from '@baraza/contract/account/account';
import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useForm } from '../../../lib/form/form.ts';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { useUpdatePassword } from '../account.api.ts';
import { SecretField } from '../secret-field.tsx';

const empty = { currentPassword: '', password: '', confirmPassword: '' };

/** A new password. Saving wakes up when all three fields are longer than two characters. */
export function PasswordForm(): ReactNode {
  const save = useUpdatePassword();
  const [saved, setSaved] = useState(false);
  const form = useForm({
    schema: updatePassword.body,
    initial: empty,
    prefix: 'change-',
    labels: {
      currentPassword: t`Current Password`,
      password: t`New Password`,
      confirmPassword: t`Confirm Password`,
    },
    submit: async ({ currentPassword, password, confirmPassword }) => {
      await save({ currentPassword, password, confirmPassword });
      form.reset(empty);
      setSaved(true);
      notify.success(t`Password changed successfully 🎉`);
    },
  });
  return (
    <form noValidate className="grid gap-4.5" onSubmit={form.onSubmit} onInput={() => setSaved(false)}>
      <FormProblem problem={form.problem} />
      {saved && (
        <Notice tone="success">
          <Trans>Your password is changed. Everywhere else you are logged out now.</Trans>
        </Notice>
      )}
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      <div className="grid items-start gap-4.5 m:grid-cols-2">
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
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={!form.canSubmit}
        loading={form.pending}
        loadingText={t`Saving`}
        className="justify-self-start"
      >
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
