import { Fragment, useEffect, type ReactNode } from 'react';
import { getSessionEnd, useToken } from '../api/token.ts';
import { rememberReturn } from './return-to.ts';
import { useLocation, useNavigate } from '../router/router.tsx';
import { signInPaths } from '../this-app.ts';

/** Shows its screens to who is signed in; sends everyone else to the login and, after it, back to the same address. */
export function RequireSession({ children }: { children: ReactNode }) {
  const token = useToken();
  // Somebody else may have logged in in another tab: nothing stays on the screen of what the one before read or typed.
  return token === null ? <LoginFirst /> : <Fragment key={token}>{children}</Fragment>;
}

function LoginFirst() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (getSessionEnd() !== 'logout') rememberReturn(pathname + search + hash);
    navigate(signInPaths.login, { replace: true });
  }, [navigate, pathname, search, hash]);
  return null;
}
