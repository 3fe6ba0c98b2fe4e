import { forgotPassword } from '@baraza/contract/account/account';
import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { call } from '../api/client.ts';
import { useForm } from '../form.ts';
import { FormProblem } from '../form/form-problem.tsx';
import { notify } from '../notify.ts';
import { holdEmail } from '../pending-email.ts';
import { useNavigate } from '../router/router.tsx';
import { accountType, signInPaths } from '../this-app.ts';
import { PublicSheet } from './public-sheet.tsx';

export default function ForgotPasswordEmailPage() {
  const navigate = useNavigate();
  const form = useForm({
    schema: forgotPassword.body,
    initial: { email: '', type: accountType },
    labels: { email: t`Email`, type: '' },
    submit: async (body) => {
      await call(forgotPassword, { body });
      holdEmail('reset', body.email);
      notify.success(t`OTP code sent 🎉`);
      navigate(signInPaths.forgotPassword);
    },
  });
  return (
    <PublicSheet title={t`Forgot Password`} back={signInPaths.login}>
      <p className="text-ink-2">{t`We send a six-digit code to your email. With it you can set a new password.`}</p>
      <FormProblem problem={form.problem} />
      <form noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
        <TextField {...form.field('email')} type="email" inputMode="email" autoComplete="email" required />
        <Button
          type="submit"
          variant="primary"
          disabled={!form.canSubmit}
          loading={form.pending}
          loadingText={t`Sending the code`}
        >
          {t`Continue`}
        </Button>
      </form>
    </PublicSheet>
  );
}
