import { LoginForm, useEnter } from '@baraza/app/account/login-form';
import { LoginNotice } from '@baraza/app/account/login-notice';
import { PublicSheet } from '@baraza/app/account/public-sheet';
import { useToken } from '@baraza/app/api/token';
import { Navigate } from '@baraza/app/router/router';
import { ApiError } from '@baraza/contract';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { MfaForm } from './mfa-form.tsx';

export default function LoginPage(): ReactNode {
  const enter = useEnter();
  const [challenge, setChallenge] = useState<string>();
  const [email, setEmail] = useState<string>();
  /** Why the sign-in has to start again. */
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
