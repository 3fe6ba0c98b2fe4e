import { login, type Credentials } from '@baraza/contract';
import { TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { call } from '../api/client.ts';
import { startSession } from '../api/token.ts';
import { useForm } from '../form/use-form.ts';
import { useWakes } from '../form/use-wakes.ts';
import { SecretField } from '../form/secret-field.tsx';
import { SubmitForm } from '../form/submit-form.tsx';
import { notify } from '../page/notify.ts';
import { takeReturn } from './return-to.ts';
import { useAddressField } from './use-address-field.ts';
import { Link, useNavigate } from '../router/router.tsx';
import { accountType, signInPaths } from '../this-app.ts';

/** Returns a function that starts the session and opens the wanted screen. */
export function useEnter(): (token: string) => void {
  const navigate = useNavigate();
  return (token) => {
    startSession(token);
    navigate(takeReturn(), { replace: true });
  };
}

interface LoginFormProps {
  email?: string;
  notice: ReactNode;
  onToken: (token: string) => void;
  /** Handles a refusal that leads on to another step; rethrows any other. */
  onRefusal: (error: unknown, typed: Credentials) => void;
}

/** Form for e-mail, or a citizen’s phone number, and password. */
export function LoginForm({ email = '', notice, onToken, onRefusal }: LoginFormProps) {
  const address = useAddressField();
  const form = useForm({
    schema: async () => (await import('@baraza/contract/account/account-fields')).Credentials,
    initial: { email, password: '', type: accountType },
    labels: { email: address.label, password: t`Password`, type: '' },
    check: address.check,
    submit: async (body) => {
      const reply = await call(login, { body }).catch((error: unknown) => onRefusal(error, body));
      if (!reply) return;
      notify.success(t`Login successful 🎉`);
      onToken(reply.token);
    },
  });
  const canSubmit = useWakes(form);
  return (
    <>
      {!form.problem && notice}
      <SubmitForm form={form} yes={t`Login`} pendingText={t`Logging in`} ready={canSubmit}>
        <TextField {...form.field('email')} {...address.kind} autoComplete="username" required />
        <SecretField {...form.field('password')} autoComplete="current-password" required />
        <Link to={signInPaths.forgotPasswordEmail} className="justify-self-end py-1 text-md font-semibold">
          {t`Forgot Password`}
        </Link>
      </SubmitForm>
      {!canSubmit && (
        <p className="text-sm text-ink-2">
          {address.takesPhone
            ? t`Fill in your email or phone number, and your password, to log in.`
            : t`Fill in your email and password to log in.`}
        </p>
      )}
    </>
  );
}
