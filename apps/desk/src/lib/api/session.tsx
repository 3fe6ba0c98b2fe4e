import { getStaffMe, logout, type Me as Person } from '@baraza/contract/account/account';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call, endpointQuery } from './api.ts';
import { clearDrafts } from '../storage/drafts.ts';
import { paths } from '../router/paths.ts';
import { rememberReturn } from '../router/return-to.ts';
import { endSession, getSessionEnd, getToken, onSessionChange, useToken } from './token.ts';

const Me = createContext<Person | null>(null);

/** Returns the signed-in member of staff. Only inside `MeProvider`. */
export function useMe(): Person {
  const me = use(Me);
  if (!me) throw new Error('Nobody is signed in here.');
  return me;
}

export function MeProvider({ me, children }: { me: Person; children: ReactNode }): ReactNode {
  return <Me value={me}>{children}</Me>;
}

/** Reads who is signed in. */
export function useMeQuery() {
  const token = useToken();
  return useQuery({ ...endpointQuery(getStaffMe), enabled: token !== null, staleTime: 5 * 60_000 });
}

/** Leads to the login and, after it, back to the same address. */
export function LoginFirst(): ReactNode {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (getSessionEnd() !== 'logout') rememberReturn(pathname + search);
    void navigate(paths.login, { replace: true });
  }, [navigate, pathname, search]);
  return null;
}

/** Ends the session and deletes every draft on this device: the next person at it is another one. */
export async function leave(): Promise<void> {
  // Without a network the server cannot be told; on this device everything is gone all the same.
  await call(logout, {}, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  endSession('logout');
}

// In every tab: another one may have kept some words while this one was leaving. Not where the next person is
// in before this tab hears of it: those drafts are theirs, and the complaint that is open here forgets its own.
onSessionChange(() => {
  if (getSessionEnd() === 'logout' && getToken() === null) clearDrafts();
});

/** Joins first and last name. */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}
