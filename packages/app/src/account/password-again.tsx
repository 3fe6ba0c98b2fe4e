import { useEffect, type ReactNode } from 'react';
import { answerPasswordAsked, usePasswordAsked } from '../api/reauthentication.ts';
import { part } from '../page/part.tsx';

const PasswordAgainDialog = part(() => import('./password-again-dialog.tsx'));

/** Asks for the password when a call needs it again. The call then goes on by itself. */
export function PasswordAgain(): ReactNode {
  const asked = usePasswordAsked();
  // Whoever is logged out meanwhile is not waited for.
  useEffect(() => () => answerPasswordAsked(false), []);
  return asked && <PasswordAgainDialog />;
}
