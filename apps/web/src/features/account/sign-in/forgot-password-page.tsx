import { notify } from '@baraza/app/notify';
import { resetPassword } from '@baraza/contract/account/account';
import { limit } from '@baraza/contract/core/common';
import { message } from '@baraza/contract/core/message';
import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from '../../../lib/router/router.tsx';
import { BackButton } from '../../../lib/router/back-link.tsx';
import { useForm } from '../../../lib/form/form.ts';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { say } from '../../../lib/i18n/texts.ts';
import { requestReset, submitReset } from '../account.api.ts';
import type { LoginState } from './login-notice.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { dropEmail, heldEmail, holdEmail, type PendingEmail } from './pending-email.ts';
import { PublicSheet } from './public-sheet.tsx';
import { ResendCode } from './resend-code.tsx';

export default function ForgotPasswordPage(): ReactNode {
  const [pending] = useState(() => heldEmail('reset'));
  return pending ? <ResetForm pending={pending} /> : <EmailFirst />;
}

/** Nobody can be sent a code here without an e-mail. */
function EmailFirst(): ReactNode {
  const navigate = useNavigate();
  useEffect(() => {
    notify.error(say(message.otpEmailRequired), { silent: true });
    navigate(paths.login, { replace: true, state: { note: 'email-required' } satisfies LoginState });
  }, [navigate]);
  return null;
}

function ResetForm({ pending }: { pending: PendingEmail }): ReactNode {
  const navigate = useNavigate();
  const [{ email, sentAt }, setPending] = useState(pending);
  const form = useForm({
    schema: resetPassword.body,
    initial: { otp: '', password: '', confirmPassword: '' },
    labels: { otp: t`OTP code`, password: t`New Password`, confirmPassword: t`Confirm Password` },
    submit: async ({ otp, password, confirmPassword }) => {
      await submitReset({ email, otp, password, confirmPassword });
      dropEmail('reset');
      notify.success(t`Password reset successful🎉`);
      navigate(paths.login, { replace: true, state: { note: 'password-reset' } satisfies LoginState });
    },
  });
  return (
    <>
      <BackButton fallback={paths.forgotPasswordEmail} />
      <PublicSheet title={t`Reset password`}>
        <p className="text-ink-2">
          <Trans>
            If <strong className="wrap-anywhere text-ink">{email}</strong> has an account, a code is on its way there.
            It works for 10 minutes. Look into your spam folder too.
          </Trans>
        </p>
        <FormProblem problem={form.problem} />
        <form noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
          <TextField
            {...form.field('otp')}
            onChange={(event) => form.set('otp', event.target.value.replace(/\D/gu, '').slice(0, limit.otpLength))}
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={t`Six digits, from the mail.`}
            required
          />
          <ResendCode
            sentAt={sentAt}
            onSent={() => document.getElementById(form.id('otp'))?.focus()}
            resend={async () => {
              await requestReset(email);
              setPending(holdEmail('reset', email));
            }}
          />
          <NewPasswordFields field={form.field} />
          <Button type="submit" variant="primary" loading={form.pending} loadingText={t`Saving`}>
            <Trans>Reset password</Trans>
          </Button>
        </form>
      </PublicSheet>
    </>
  );
}
