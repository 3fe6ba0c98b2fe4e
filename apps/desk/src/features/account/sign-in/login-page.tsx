import {
  call,
  errorText,
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
import { ApiError, submitMfaCode } from '@baraza/contract';
import { Button, Notice, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, useEffect, useRef } from 'react';

export default function LoginPage() {
  const enter = useEnter();
  const [challenge, setChallenge] = useState<string>();
  const [email, setEmail] = useState<string>();
  const [reason, setReason] = useState<string>();
  if (useToken() !== null) return <Navigate to="/" replace />;

  if (challenge !== undefined) {
    const startAgain = (why?: string) => {
      setChallenge(undefined);
      setReason(why);
    };
    return (
      <PublicSheet title={t`Enter the code`}>
        <MfaForm challenge={challenge} onToken={enter} onAgain={startAgain} />
      </PublicSheet>
    );
  }
  const onRefusal = (error: unknown, typedEmail: string) => {
    if (!(error instanceof ApiError) || error.challenge === undefined) throw error;
    setEmail(typedEmail);
    setChallenge(error.challenge);
  };
  return (
    <PublicSheet title={t`Login`}>
      {reason !== undefined && (
        <Notice tone="danger" role="alert">
          {reason}
        </Notice>
      )}
      <LoginForm email={email} notice={reason === undefined && <LoginNotice />} onToken={enter} onRefusal={onRefusal} />
    </PublicSheet>
  );
}

type MfaFormProps = {
  challenge: string;
  onToken: (token: string) => void;
  /** Starts the sign-in again; `why` is set when it was not the person's choice. */
  onAgain: (why?: string) => void;
};

function MfaForm(props: MfaFormProps) {
  const [recovery, setRecovery] = useState(false);
  // Another field: what was typed, and what was wrong with it, goes with the old one.
  return <CodeForm key={String(recovery)} {...props} recovery={recovery} onOther={() => setRecovery(!recovery)} />;
}

const appInput = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const;
const recoveryInput = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false };

type CodeFormProps = MfaFormProps & { recovery: boolean; onOther: () => void };

function CodeForm({ challenge, onToken, onAgain, recovery, onOther }: CodeFormProps) {
  const form = useForm({
    schema: submitMfaCode.body,
    initial: { challenge, code: '' },
    labels: { code: recovery ? t`Recovery code` : t`Code of your app`, challenge: '' },
    submit: async (body) => {
      const reply = await call(submitMfaCode, { body }).catch((error: unknown) => {
        const over = error instanceof ApiError && ['CODE_EXPIRED', 'CODE_EXHAUSTED'].includes(error.code);
        if (!over) throw error;
        onAgain(errorText(error));
      });
      if (!reply) return;
      notify.success(t`Login successful 🎉`);
      onToken(reply.token);
    },
  });
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), []);
  return (
    <>
      <p className="text-ink-2">
        {recovery
          ? t`Type one of the recovery codes that you kept. Each works once.`
          : t`Open your authenticator app and type the six digits it shows for the desk.`}
      </p>
      <SubmitForm form={form} yes={t`Log in`} pendingText={t`Logging in`}>
        <TextField {...form.field('code')} {...(recovery ? recoveryInput : appInput)} ref={code} required />
      </SubmitForm>
      <div className="-ms-2.5 flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onOther}>
          {recovery ? t`Use the app instead` : t`Use a recovery code`}
        </Button>
        <Button variant="quiet" onClick={() => onAgain()}>
          {t`Start again`}
        </Button>
      </div>
      <p className="text-sm text-ink-2">{t`Lost your phone and your recovery codes? An administrator can help you.`}</p>
    </>
  );
}
