import {
  call,
  LoginForm,
  LoginNotice,
  Navigate,
  notify,
  PublicSheet,
  SubmitForm,
  useEnter,
  useForm,
  useToken,
} from '@baraza/app';
import { ApiError, type Credentials, CredentialsWithCode, login } from '@baraza/contract';
import { Button, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, useEffect, useRef } from 'react';

export default function LoginPage() {
  const enter = useEnter();
  const [email, setEmail] = useState<string>();
  const [credentials, setCredentials] = useState<Credentials>();
  if (useToken() !== null) return <Navigate to="/" replace />;

  if (credentials) {
    return (
      <PublicSheet title={t`Enter the code`}>
        <MfaForm credentials={credentials} onToken={enter} onAgain={() => setCredentials(undefined)} />
      </PublicSheet>
    );
  }
  const onRefusal = (error: unknown, typed: Credentials) => {
    if (!(error instanceof ApiError) || error.code !== 'MFA_REQUIRED') throw error;
    setEmail(typed.email);
    setCredentials(typed);
  };
  return (
    <PublicSheet title={t`Login`}>
      <LoginForm email={email} notice={<LoginNotice />} onToken={enter} onRefusal={onRefusal} />
    </PublicSheet>
  );
}

type MfaFormProps = {
  credentials: Credentials;
  onToken: (token: string) => void;
  onAgain: () => void;
};

function MfaForm(props: MfaFormProps) {
  const [recovery, setRecovery] = useState(false);
  // A new key gives each kind of code its own field, without the text and error of the other.
  return <CodeForm key={String(recovery)} {...props} recovery={recovery} onOther={() => setRecovery(!recovery)} />;
}

const appInput = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const;
const recoveryInput = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false };

type CodeFormProps = MfaFormProps & { recovery: boolean; onOther: () => void };

function CodeForm({ credentials, onToken, onAgain, recovery, onOther }: CodeFormProps) {
  const form = useForm({
    schema: CredentialsWithCode,
    initial: { ...credentials, code: '' },
    labels: { code: recovery ? t`Recovery code` : t`Code from your app`, email: '', password: '', type: '' },
    submit: async (body) => {
      const { token } = await call(login, { body });
      notify.success(t`Login successful 🎉`);
      onToken(token);
    },
  });
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), []);
  return (
    <>
      <p className="text-ink-2">
        {recovery
          ? t`Type one of the recovery codes that you saved. Each works once.`
          : t`Open your authenticator app and type the six digits it shows for the desk.`}
      </p>
      <SubmitForm form={form} yes={t`Log in`} pendingText={t`Logging in`}>
        <TextField {...form.field('code')} {...(recovery ? recoveryInput : appInput)} ref={code} required />
      </SubmitForm>
      <div className="-ms-2.5 flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onOther}>
          {recovery ? t`Use the app instead` : t`Use a recovery code`}
        </Button>
        <Button variant="quiet" onClick={onAgain}>
          {t`Start again`}
        </Button>
      </div>
      <p className="text-sm text-ink-2">{t`Lost your phone and your recovery codes? An administrator can help you.`}</p>
    </>
  );
}
