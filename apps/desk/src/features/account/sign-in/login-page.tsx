import { notify } from '@baraza/app/notify';
import { ApiError, login } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { useForm } from '../../../lib/form/form.ts';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { takeReturn } from '../../../lib/router/return-to.ts';
import { startSession, useToken } from '../../../lib/api/token.ts';
import { logIn } from '../account.api.ts';
import { LoginNotice } from './login-notice.tsx';
import { PublicSheet } from './public-sheet.tsx';
import { MfaForm } from './mfa-form.tsx';
import { SecretField } from '../secret-field.tsx';

export default function LoginPage(): ReactNode {
  const navigate = useNavigate();
  const signedIn = useToken() !== null;
  const [filled, setFilled] = useState(false);
  const [entering, setEntering] = useState(false);
  const [challenge, setChallenge] = useState<string>();
  /** Why the sign-in has to start again. */
  const [why, setWhy] = useState<string>();
  const enter = async (token: string) => {
    // This screen stays until the desk has loaded; it must not lead elsewhere meanwhile.
    setEntering(true);
    startSession(token);
    notify.success(t`Login successful 🎉`);
    await navigate(takeReturn(), { replace: true });
  };
  const form = useForm({
    schema: login.body,
    initial: { email: '', password: '', type: 'mda' },
    labels: { email: t`Email`, password: t`Password`, type: '' },
    submit: async ({ email, password }) => {
      try {
        await enter(await logIn(email, password));
      } catch (error) {
        if (!(error instanceof ApiError) || error.challenge === undefined) throw error;
        setWhy(undefined);
        setChallenge(error.challenge);
      }
    },
  });
  const startAgain = (reason?: string) => {
    setChallenge(undefined);
    setWhy(reason);
    form.set('password', '');
  };
  if (signedIn && !entering) return <Navigate to="/" replace />;

  if (challenge !== undefined) {
    return (
      <PublicSheet title={t`Enter the code`}>
        <MfaForm challenge={challenge} onToken={enter} onAgain={startAgain} />
      </PublicSheet>
    );
  }
  const canSubmit = filled || form.canSubmit;
  return (
    <PublicSheet title={t`Login`}>
      {why === undefined ? (
        <LoginNotice />
      ) : (
        <Notice tone="danger" role="alert">
          {why}
        </Notice>
      )}
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
    </PublicSheet>
  );
}
