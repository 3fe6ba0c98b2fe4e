import { Notice, type NoticeProps } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { getSessionEnd } from '../api/token.ts';
import { useLocation } from '../router/router.tsx';

/** Router state that another screen hands to the login. */
export type LoginState = { note?: 'email-required' | 'password-reset' | 'invitation-accepted' | 'account-deleted' };

/** Explains why the login is shown, unless the person opened it. */
export function LoginNotice() {
  const { note } = (useLocation().state ?? {}) as LoginState;
  const notices: Record<NonNullable<LoginState['note']>, NoticeProps> = {
    'email-required': { tone: 'danger', role: 'alert', children: t`Email is required to request OTP.` },
    'password-reset': { tone: 'success', children: t`Your password is reset. Log in with the new one.` },
    'invitation-accepted': { tone: 'success', children: t`Your password is set. Log in with it.` },
    'account-deleted': { tone: 'success', role: 'status', children: t`Your account is deleted.` },
  };
  const notice = note && notices[note];
  if (notice) return <Notice {...notice} />;
  if (getSessionEnd() !== 'expired') return null;
  return (
    <Notice tone="warning" role="status">
      {t`Please log in again. Your draft is saved.`}
    </Notice>
  );
}
