import { ApiError, forgotPassword, isPhoneLike, limit, resetPassword } from '@baraza/contract';
import { SelectField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { call } from '../api/client.ts';
import { useForm } from '../form/use-form.ts';
import { SubmitForm } from '../form/submit-form.tsx';
import { notify } from '../page/notify.ts';
import { dropEmail, heldEmail, holdEmail, type PendingEmail } from './pending-email.ts';
import { Navigate, useNavigate } from '../router/router.tsx';
import { accountType, signInPaths } from '../this-app.ts';
import type { LoginState } from './login-notice.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PublicSheet } from './public-sheet.tsx';
import { ResendCode } from './resend-code.tsx';

/** Sets a new password by the code that was sent. */
export default function ForgotPasswordPage() {
  const [pending] = useState(() => heldEmail('reset'));
  if (pending) return <ResetForm pending={pending} />;
  return <Navigate to={signInPaths.login} replace state={{ note: 'email-required' } satisfies LoginState} />;
}

function ResetForm({ pending }: { pending: PendingEmail }) {
  const navigate = useNavigate();
  const code = useRef<HTMLInputElement>(null);
  const [{ email, sentAt }, setPending] = useState(pending);
  const [accounts, setAccounts] = useState<ApiError['accounts']>([]);
  const isPhone = isPhoneLike(email);
  const form = useForm({
    schema: async () => (await import('@baraza/contract/account/account-fields')).PasswordReset,
    initial: { email, type: accountType, otp: '', account: '', password: '', confirmPassword: '' },
    labels: {
      otp: t`OTP code`,
      account: t`Your account`,
      password: t`New Password`,
      confirmPassword: t`Confirm Password`,
      email: '',
      type: '',
    },
    prepare: ({ account, ...rest }) => (account === '' ? rest : { ...rest, account }),
    submit: async (body) => {
      await call(resetPassword, { body }).catch((error: unknown) => {
        if (error instanceof ApiError) setAccounts(error.accounts);
        throw error;
      });
      dropEmail('reset');
      notify.success(t`Password reset successful🎉`);
      navigate(signInPaths.login, { replace: true, state: { note: 'password-reset' } satisfies LoginState });
    },
  });
  return (
    <PublicSheet title={t`Reset password`} back={signInPaths.forgotPasswordEmail}>
      <p className="text-ink-2">
        {isPhone ? (
          <Trans>
            If{' '}
            <strong dir="ltr" className="whitespace-nowrap text-ink">
              {email}
            </strong>{' '}
            has an account, a code is on its way there. It works for 10 minutes.
          </Trans>
        ) : (
          <Trans>
            If <strong className="wrap-anywhere text-ink">{email}</strong> has an account, a code is on its way there.
            It works for 10 minutes. Check your spam folder too.
          </Trans>
        )}
      </p>
      <SubmitForm form={form} yes={t`Reset password`}>
        <TextField
          {...form.field('otp')}
          ref={code}
          onChange={(event) => form.set('otp', event.target.value.replace(/\D/gu, '').slice(0, limit.otpLength))}
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={isPhone ? t`Six digits, from the SMS.` : t`Six digits, from the mail.`}
          required
        />
        <ResendCode
          sentAt={sentAt}
          onSent={() => code.current?.focus()}
          resend={async () => {
            await call(forgotPassword, { body: { email, type: accountType } });
            setPending(holdEmail('reset', email));
          }}
        />
        {accounts.length > 0 && (
          <SelectField
            {...form.field('account')}
            options={[{ value: '', label: t`Choose` }, ...accounts.map(({ id, name }) => ({ value: id, label: name }))]}
            required
          />
        )}
        <NewPasswordFields field={form.field} />
      </SubmitForm>
    </PublicSheet>
  );
}
