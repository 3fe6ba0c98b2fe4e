import { Notice } from '@baraza/ui/notice';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { getSessionEnd } from '../../../lib/api/token.ts';

/** Router state that another screen hands to the login. */
export type LoginState = { note?: 'email-required' | 'password-reset' | 'invitation-accepted' };

/** Says why the person was led to the login, if they did not choose to. */
export function LoginNotice(): ReactNode {
  const { note } = (useLocation().state ?? {}) as LoginState;
  if (note === 'email-required') {
    return (
      <Notice tone="danger" role="alert">
        <Trans>Email is required to request OTP.</Trans>
      </Notice>
    );
  }
  if (note === 'password-reset') {
    return (
      <Notice tone="success">
        <Trans>Your password is reset. Log in with the new one.</Trans>
      </Notice>
    );
  }
  if (note === 'invitation-accepted') {
    return (
      <Notice tone="success">
        <Trans>Your password is set. Log in with it.</Trans>
      </Notice>
    );
  }
  if (getSessionEnd() !== 'expired') return null;
  return (
    <Notice tone="warning" role="status">
      <Trans>Please log in again. Your draft is saved.</Trans>
    </Notice>
  );
}
