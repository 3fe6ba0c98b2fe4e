import { notify } from '@baraza/app/notify';
import { login } from '@baraza/contract/account/account';
import { ApiError } from '@baraza/contract/core/error';
import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Link, Navigate, useNavigate } from '../../../lib/router/router.tsx';
import { useForm } from '../../../lib/form/form.ts';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { takeReturn } from '../../../lib/router/return-to.ts';
import { useToken } from '../../../lib/api/token.ts';
import { submitLogin } from '../account.api.ts';
import { LoginNotice } from './login-notice.tsx';
import { holdEmail } from './pending-email.ts';
import { PublicSheet } from './public-sheet.tsx';
import { SecretField } from '../secret-field.tsx';

const Credentials = login.body;

export default function LoginPage(): ReactNode {
  const navigate = useNavigate();
  const signedIn = useToken() !== null;
  const [filled, setFilled] = useState(false);
  const form = useForm({
    schema: Credentials,
    initial: { email: '', password: '', type: 'user' },
    labels: { email: t`Email`, password: t`Password`, type: '' },
    submit: async ({ email, password }) => {
      try {
        await submitLogin({ email, password });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'EMAIL_NOT_VERIFIED') throw error;
        holdEmail('verify', email);
        notify.info(t`Please verify your email first. Use the newest code we sent you.`);
        return navigate(paths.verifyEmail);
      }
      notify.success(t`Login successful 🎉`);
      navigate(takeReturn(), { replace: true });
    },
  });
  if (signedIn && !form.pending) return <Navigate to={paths.app} replace />;

  const canSubmit = filled || form.canSubmit;
  return (
    <PublicSheet title={t`Login`}>
      <LoginNotice />
      <FormProblem problem={form.problem} />
      {/* A password manager may fill the fields without telling; the animation of :autofill tells. */}
      <form
        noValidate
        className="grid gap-4.5"
        onSubmit={form.onSubmit}
        onAnimationStart={(event) => event.animationName === 'autofilled' && setFilled(true)}
      >
        <TextField {...form.field('email')} type="email" autoComplete="username" inputMode="email" required />
        <SecretField {...form.field('password')} autoComplete="current-password" required />
        <Link to={paths.forgotPasswordEmail} className="justify-self-end py-1 text-md font-semibold">
          <Trans>Forgot Password</Trans>
        </Link>
        <Button
          type="submit"
          variant="primary"
          disabled={!canSubmit}
          loading={form.pending}
          loadingText={t`Logging in`}
        >
          <Trans>Login</Trans>
        </Button>
        {!canSubmit && (
          <p className="text-sm text-ink-2">
            <Trans>Fill in your email and password to log in.</Trans>
          </p>
        )}
      </form>
      <p>
        <Trans>
          No account yet? <Link to={paths.register}>Register</Link>
        </Trans>
      </p>
    </PublicSheet>
  );
}
