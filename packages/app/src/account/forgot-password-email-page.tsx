import { forgotPassword } from '@baraza/contract';
import { TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { call } from '../api/client.ts';
import { useForm } from '../form/use-form.ts';
import { useWakes } from '../form/use-wakes.ts';
import { SubmitForm } from '../form/submit-form.tsx';
import { notify } from '../page/notify.ts';
import { holdEmail } from './pending-email.ts';
import { useNavigate } from '../router/router.tsx';
import { accountType, signInPaths } from '../this-app.ts';
import { PublicSheet } from './public-sheet.tsx';
import { useAddressField } from './use-address-field.ts';

export default function ForgotPasswordEmailPage() {
  const navigate = useNavigate();
  const address = useAddressField();
  const form = useForm({
    schema: async () => (await import('@baraza/contract/account/account-fields')).PasswordForgotten,
    initial: { email: '', type: accountType },
    labels: { email: address.label, type: '' },
    check: address.check,
    submit: async (body) => {
      await call(forgotPassword, { body });
      holdEmail('reset', body.email);
      notify.success(t`OTP code sent 🎉`);
      navigate(signInPaths.forgotPassword);
    },
  });
  return (
    <PublicSheet title={t`Forgot Password`} back={signInPaths.login}>
      <p className="text-ink-2">
        {address.takesPhone
          ? t`We send a six-digit code to your email or phone. With it you can set a new password. A number that was not used here for a year gets none.`
          : t`We send a six-digit code to your email. With it you can set a new password.`}
      </p>
      <SubmitForm form={form} yes={t`Continue`} pendingText={t`Sending the code`} ready={useWakes(form)}>
        <TextField
          {...form.field('email')}
          {...address.kind}
          autoComplete={address.takesPhone ? 'username' : 'email'}
          required
        />
      </SubmitForm>
    </PublicSheet>
  );
}
