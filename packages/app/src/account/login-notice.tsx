import { Notice } from '@baraza/ui/notice';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { getSessionEnd } from '../api/token.ts';
import { useLocation } from '../router/router.tsx';

/** Router state that another screen hands to the login. */
export type LoginState = { note?: 'email-required' | 'password-reset' | 'invitation-accepted' | 'account-deleted' };

/** Says why the person was led to the login, if they did not choose to. */
export function LoginNotice(): ReactNode {
  const { note } = (useLocation().state ?? {}) as LoginState;
  switch (note) {
    case 'email-required':
      return (
        <Notice tone="danger" role="alert">
          <Trans>Email is required to request OTP.</Trans>
        </Notice>
      );
    case 'password-reset':
      return (
        <Notice tone="success">
          <Trans>Your password is reset. Log in with the new one.</Trans>
        </Notice>
      );
    case 'invitation-accepted':
      return (
        <Notice tone="success">
          <Trans>Your password is set. Log in with it.</Trans>
        </Notice>
      );
    case 'account-deleted':
      return (
        <Notice tone="success" role="status">
          <Trans>Your account is deleted.</Trans>
        </Notice>
      );
    default:
      return getSessionEnd() === 'expired' ? (
        <Notice tone="warning" role="status">
          <Trans>Please log in again. Your draft is saved.</Trans>
        </Notice>
      ) : null;
  }
}
