import { getUser, logout } from '@baraza/contract/account/account';
import { useQuery } from '@tanstack/react-query';
import { clear } from 'idb-keyval';
import { Fragment, useEffect, type ReactNode } from 'react';
import { call, endpointQuery } from './api.ts';
import { paths } from '../router/paths.ts';
import { useLocation, useNavigate } from '../router/router.tsx';
import { rememberReturn } from '../router/return-to.ts';
import { endSession, getSessionEnd, getToken, onSessionChange, useToken } from './token.ts';

/** The signed-in citizen. */
export function useUser() {
  const token = useToken();
  return useQuery({ ...endpointQuery(getUser), enabled: token !== null });
}

/** Shows its screens to who is signed in; sends everyone else to the login and, after it, back to the same address. */
export function RequireSession({ children }: { children: ReactNode }): ReactNode {
  const token = useToken();
  // Somebody else may have logged in in another tab: nothing stays on the screen of what the one before read or typed.
  return token === null ? <LoginFirst /> : <Fragment key={token}>{children}</Fragment>;
}

function LoginFirst(): ReactNode {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (getSessionEnd() !== 'logout') rememberReturn(pathname + search + hash);
    navigate(paths.login, { replace: true });
  }, [navigate, pathname, search, hash]);
  return null;
}

/**
 * Ends the session and empties all storage of the browser, drafts included. Theme and language stay: they are cookies.
 * The desk lies at the same address: what an officer has open there is not the citizen's to end.
 */
export async function leave(): Promise<void> {
  // Without a network the server cannot be told; on this device everything is gone all the same.
  await call(logout, {}, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  await emptyStorage();
}

/** The same where the server has ended the session already. */
export async function emptyStorage(): Promise<void> {
  await clear().catch(() => undefined);
  endSession('logout');
}

// Each tab has a storage of its own besides the common one: it empties it when it hears that the person has left.
onSessionChange(() => {
  if (getSessionEnd() !== 'logout') return;
  // Heard late: what lies in the common storage is the next person's already.
  const taken = getToken() !== null;
  if (!taken) void clear().catch(() => undefined);
  try {
    sessionStorage.clear();
    if (taken) return;
    for (const key of Object.keys(localStorage)) if (!key.startsWith('desk')) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is in it.
  }
});
