import { useEffect } from 'react';
import { answerPasswordAsked, usePasswordAsked } from '../api/reauthentication.ts';
import { lazyPart } from '../page/lazy-part.tsx';

const PasswordAgainDialog = lazyPart(() => import('./password-again-dialog.tsx'));

/** Prompts for the password when a call needs re-authentication, then continues the call. */
export function PasswordAgain() {
  const asked = usePasswordAsked();
  // Stop waiting when the person is logged out meanwhile.
  useEffect(() => () => answerPasswordAsked(false), []);
  return asked && <PasswordAgainDialog />;
}
