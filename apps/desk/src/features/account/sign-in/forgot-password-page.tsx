import { notify } from '@baraza/app/notify';
import { message, resetPassword } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useForm } from '../../../lib/form/form.ts';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { say } from '../../../lib/i18n/texts.ts';
import { requestCode, setPasswordByCode } from '../account.api.ts';
import { BackLink } from './back-link.tsx';
import type { LoginState } from './login-notice.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { dropEmail, heldEmail, holdEmail, type PendingEmail } from './pending-email.ts';
import { PublicSheet } from './public-sheet.tsx';
import { ResendCode } from './resend-code.tsx';

/** Sets a new password by the code that was mailed. */
export default function ForgotPasswordPage(): ReactNode {
  const [pending] = useState(heldEmail);
  return pending ? <ResetForm pending={pending} /> : <EmailFirst />;
}

/** Leads to the login, since without an e-mail there is no code to wait for. */
function EmailFirst(): ReactNode {
  const navigate = useNavigate();
  useEffect(() => {
    notify.error(say(message.otpEmailRequired), { silent: true });
    void navigate(paths.login, { replace: true, state: { note: 'email-required' } satisfies LoginState });
  }, [navigate]);
  return null;
}

function ResetForm({ pending }: { pending: PendingEmail }): ReactNode {
  const navigate = useNavigate();
  const code = useRef<HTMLInputElement>(null);
  const [{ email, sentAt }, setPending] = useState(pending);
  const form = useForm({
    schema: resetPassword.body,
    initial: { otp: '', password: '', confirmPassword: '' },
    labels: { otp: t`OTP code`, password: t`New Password`, confirmPassword: t`Confirm Password` },
    submit: async ({ otp, password, confirmPassword }) => {
      await setPasswordByCode({ email, otp, password, confirmPassword });
      dropEmail();
      notify.success(t`Password reset successful🎉`);
      await navigate(paths.login, { replace: true, state: { note: 'password-reset' } satisfies LoginState });
    },
  });
  return (
    <PublicSheet title={t`Reset password`}>
      <p className="text-ink-2">
        <Trans>
          If <strong className="wrap-anywhere text-ink">{email}</strong> has an account, a code is on its way there. It
          works for 10 minutes. Look into your spam folder too.
        </Trans>
      </p>
      <FormProblem problem={form.problem} />
      <form noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
        <TextField
          {...form.field('otp')}
          ref={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
        <ResendCode
          sentAt={sentAt}
          onSent={() => code.current?.focus()}
          resend={async () => {
            await requestCode(email);
            setPending(holdEmail(email));
          }}
        />
        <NewPasswordFields field={form.field} />
        <Button type="submit" variant="primary" loading={form.pending} loadingText={t`Saving the new password`}>
          <Trans>Reset password</Trans>
        </Button>
      </form>
      <BackLink to={paths.forgotPasswordEmail} />
    </PublicSheet>
  );
}
