import { call, errorText, useLocation, usePortal } from '@baraza/app';
import { ApiError, enterByProvider, type ProviderOutcome, providerOutcomes } from '@baraza/contract';
import { Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';

/** Reads once what the sign-in provider's return left behind the #: a ticket, or why there is none. */
export function useProviderReturn(): string | undefined {
  const { hash } = useLocation();
  const [came] = useState(() => /^#oidc=([\w-]+)$/u.exec(hash)?.[1]);
  // A reload must not use the ticket again.
  useEffect(() => {
    if (came) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [came]);
  return came;
}

/** Returns what an outcome means; undefined for a ticket. */
function useOutcomeText(came: string | undefined): string | undefined {
  const name = usePortal().signInProvider ?? '';
  const texts: Record<ProviderOutcome, string> = {
    linked: t`Your account is linked. From now on you can sign in with ${name}.`,
    unlinked: t`Your account at ${name} is not linked to an account of the desk yet. Open your invitation, or log in with your password and link it under "Two-step sign-in".`,
    taken: t`This account at ${name} is linked to somebody else’s account of the desk already.`,
    disabled: t`Your account of the desk is disabled. An administrator can help you.`,
    ended: t`This sign-in is too old, or began in another browser. Please try again.`,
    away: t`${name} does not answer. Log in with your password, or try again later.`,
    refused: t`${name} did not let you in. Please try again, or log in with your password.`,
  };
  return came === undefined ? undefined : texts[came as ProviderOutcome];
}

/** Signs in, with a code where one is asked for. */
export type Send = (code?: string) => Promise<{ token: string }>;

export const needsCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'MFA_REQUIRED';

interface TicketUse {
  onToken: (token: string) => void;
  onCode: (send: Send) => void;
}

/** Opens the session of a ticket; returns why it could not. */
export function useTicket(came: string | undefined, { onToken, onCode }: TicketUse): string | undefined {
  const [problem, setProblem] = useState<string>();
  const isSent = useRef(false);
  useEffect(() => {
    const isTicket = came !== undefined && !(providerOutcomes as readonly string[]).includes(came);
    if (!isTicket || isSent.current) return;
    isSent.current = true;
    const send: Send = (code) => call(enterByProvider, { body: { ticket: came, code } });
    void send().then(
      ({ token }) => onToken(token),
      (error: unknown) => (needsCode(error) ? onCode(send) : setProblem(errorText(error))),
    );
  });
  return problem;
}

/** Shows the outcome of a sign-in with the provider. */
export function ProviderNotice({ came, problem }: { came: string | undefined; problem?: string | undefined }) {
  const text = useOutcomeText(came) ?? problem;
  if (text === undefined) return null;
  return came === 'linked' ? (
    <Notice tone="success" role="status">
      {text}
    </Notice>
  ) : (
    <Notice tone="danger" role="alert">
      {text}
    </Notice>
  );
}
