import { useEffect } from 'react';
import { answerPasswordAsked, usePasswordAsked } from '../api/reauthentication.ts';
import { lazyPart } from '../page/lazy-part.tsx';

const PasswordAgainDialog = lazyPart(() => import('./password-again-dialog.tsx'));

/** Asks for the password when a call needs it again. The call then goes on by itself. */
export function PasswordAgain() {
  const asked = usePasswordAsked();
  // Whoever is logged out meanwhile is not waited for.
  useEffect(() => () => answerPasswordAsked(false), []);
  return asked && <PasswordAgainDialog />;
}
