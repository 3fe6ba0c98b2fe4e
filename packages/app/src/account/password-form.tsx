import { listSessions, updatePassword } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '../api/client.ts';
import { useForm } from '../form/use-form.ts';
import { SecretField } from '../form/secret-field.tsx';
import { notify } from '../page/notify.ts';
import { accountType } from '../this-app.ts';

const empty = { type: accountType, currentPassword: '', password: '', confirmPassword: '' };

/** Form that changes the password and ends all other sessions. */
export function usePasswordForm(onSaved: () => void) {
  const client = useQueryClient();
  const form = useForm({
    schema: async () => (await import('@baraza/contract/account/account-fields')).PasswordChange,
    initial: empty,
    labels: {
      type: '',
      currentPassword: t`Current Password`,
      password: t`New Password`,
      confirmPassword: t`Confirm Password`,
    },
    submit: async (body) => {
      await call(updatePassword, { body });
      void client.invalidateQueries(endpointQuery(listSessions));
      form.reset(empty);
      notify.success(t`Password changed successfully 🎉`);
      onSaved();
    },
  });
  return form;
}

/** Shows the fields of `usePasswordForm`. */
export function PasswordFields({ form }: { form: ReturnType<typeof usePasswordForm> }) {
  return (
    <>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      <SecretField {...form.field('password')} autoComplete="new-password" hint={t`At least 8 characters.`} required />
      <SecretField
        {...form.field('confirmPassword')}
        autoComplete="new-password"
        hint={t`Enter the new password again.`}
        required
      />
    </>
  );
}
