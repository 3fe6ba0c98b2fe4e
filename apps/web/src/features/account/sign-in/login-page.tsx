import {
  holdEmail,
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
import { paths } from '../../../lib/router/paths.ts';

export default function LoginPage() {
  const navigate = useNavigate();
  const enter = useEnter();
  if (useToken() !== null) return <Navigate to={paths.app} replace />;

  const onRefusal = (error: unknown, { email }: Credentials) => {
    if (!(error instanceof ApiError) || error.code !== 'EMAIL_NOT_VERIFIED') throw error;
    holdEmail('verify', email);
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
