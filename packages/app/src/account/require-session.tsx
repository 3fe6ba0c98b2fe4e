import { Fragment, useEffect, type ReactNode } from 'react';
import { getSessionEnd, useToken } from '../api/token.ts';
import { rememberReturn } from './return-to.ts';
import { useLocation, useNavigate } from '../router/router.tsx';
import { signInPaths } from '../this-app.ts';

/** Shows its screens to signed-in people; sends others to the login and then back to the same address. */
export function RequireSession({ children }: { children: ReactNode }) {
  const token = useToken();
  // Another person may have signed in in another tab: the screens are mounted again, without the previous person's data.
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
