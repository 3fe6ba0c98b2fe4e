import { Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { getSessionEnd } from '../api/token.ts';
import { useLocation } from '../router/router.tsx';

/** Router state that another screen hands to the login. */
export type LoginState = { note?: 'email-required' | 'password-reset' | 'invitation-accepted' | 'account-deleted' };

/** Says why the person was led to the login, if they did not choose to. */
export function LoginNotice() {
  const { note } = (useLocation().state ?? {}) as LoginState;
  switch (note) {
    case 'email-required':
      return (
        <Notice tone="danger" role="alert">
          {t`Email is required to request OTP.`}
        </Notice>
      );
    case 'password-reset':
      return <Notice tone="success">{t`Your password is reset. Log in with the new one.`}</Notice>;
    case 'invitation-accepted':
      return <Notice tone="success">{t`Your password is set. Log in with it.`}</Notice>;
    case 'account-deleted':
      return (
        <Notice tone="success" role="status">
          {t`Your account is deleted.`}
        </Notice>
      );
    default:
      return getSessionEnd() === 'expired' ? (
        <Notice tone="warning" role="status">
          {t`Please log in again. Your draft is saved.`}
        </Notice>
      ) : null;
  }
}
