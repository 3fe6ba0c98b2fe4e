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
import { confirmMfa, type Credentials, login } from '@baraza/contract';
import { Button, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, useEffect, useRef } from 'react';
import { ProviderButton } from './provider-button.tsx';
import { needsCode, ProviderNotice, type Send, useProviderReturn, useTicket } from './provider-return.tsx';

export default function LoginPage() {
  const enter = useEnter();
  const [email, setEmail] = useState<string>();
  const [send, setSend] = useState<Send>();
  const came = useProviderReturn();
  const problem = useTicket(came, { onToken: enter, onCode: (next) => setSend(() => next) });
  if (useToken() !== null) return <Navigate to="/" replace />;

  if (send) {
    return (
      <PublicSheet title={t`Enter the code`}>
        <MfaForm send={send} onToken={enter} onAgain={() => setSend(undefined)} />
      </PublicSheet>
    );
  }
  const onRefusal = (error: unknown, typed: Credentials) => {
    if (!needsCode(error)) throw error;
    setEmail(typed.email);
    setSend(() => (code?: string) => call(login, { body: { ...typed, code } }));
  };
  const notice = came === undefined ? <LoginNotice /> : <ProviderNotice came={came} problem={problem} />;
  return (
    <PublicSheet title={t`Login`}>
      <LoginForm email={email} notice={notice} onToken={enter} onRefusal={onRefusal} />
      <ProviderButton />
    </PublicSheet>
  );
}

type MfaFormProps = {
  send: Send;
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

function CodeForm({ send, onToken, onAgain, recovery, onOther }: CodeFormProps) {
  const form = useForm({
    schema: confirmMfa.body,
    initial: { code: '' },
    labels: { code: recovery ? t`Recovery code` : t`Code from your app` },
    submit: async ({ code }) => {
      const { token } = await send(code);
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
