import {
  holdEmail,
  lazyPart,
  Link,
  LoginForm,
  LoginNotice,
  Navigate,
  notify,
  PublicSheet,
  useEnter,
  useNavigate,
  useToken,
} from '@baraza/app';
import { ApiError, type Credentials } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { paths } from '../../../lib/router/paths.ts';

/** Loaded by those who log in by a telephone number. */
const PhoneCode = lazyPart(() => import('./phone-code.tsx'));

export default function LoginPage() {
  const navigate = useNavigate();
  const enter = useEnter();
  const [asked, setAsked] = useState<{ typed: Credentials; words: string }>();
  if (useToken() !== null) return <Navigate to={paths.app} replace />;

  if (asked)
    return <PhoneCode typed={asked.typed} asked={asked.words} onToken={enter} onBack={() => setAsked(undefined)} />;

  const onRefusal = (error: unknown, typed: Credentials) => {
    if (error instanceof ApiError && error.code === 'PHONE_CODE_REQUIRED')
      return setAsked({ typed, words: error.message });
    if (!(error instanceof ApiError) || error.code !== 'EMAIL_NOT_VERIFIED') throw error;
    holdEmail('verify', typed.email);
    notify.info(t`Please verify your email first. Use the newest code we sent you.`);
    navigate(paths.verifyEmail);
  };
  return (
    <PublicSheet title={t`Login`}>
      <LoginForm notice={<LoginNotice />} onToken={enter} onRefusal={onRefusal} />
      <p>
        <Trans>
          No account yet? <Link to={paths.register}>Register</Link>
        </Trans>
      </p>
    </PublicSheet>
  );
}
