import { lazyRoute, type LazyPart, Navigate, RequireSession, Route, routesOf, Switch } from '@baraza/app';
import { lazy, type ReactNode } from 'react';
import { patternOf } from './lib/router/pattern-of.ts';
import { AppShell } from './shell/app-shell.tsx';
import { PublicShell } from './shell/public-shell.tsx';

/** Suspends, so that the prerendered landing screen stays until its code arrives. */
const Landing = lazy(() => import('./features/landing/landing-page.tsx'));

const NotFound = lazyRoute(() => import('./shell/not-found-page.tsx'));

const publicScreens: Record<string, LazyPart<object>> = {
  '/register': lazyRoute(() => import('./features/account/registration/register-page.tsx')),
  '/login': lazyRoute(() => import('./features/account/sign-in/login-page.tsx')),
  '/verify-email': lazyRoute(() => import('./features/account/registration/verify-email-page.tsx')),
  '/forgot-password-email': lazyRoute(() => import('@baraza/app/account/forgot-password-email-page')),
  '/forgot-password': lazyRoute(() => import('@baraza/app/account/forgot-password-page')),
};

/** Public screens with more to show than a form. Addresses stand here in full: the build reads which code to preload for each. */
const wideScreens: Record<string, LazyPart<object>> = {
  '/verify': lazyRoute(() => import('./features/verify/verify-page.tsx')),
  '/language': lazyRoute(() => import('./features/language/language-page.tsx')),
  '/language/review': lazyRoute(() => import('./features/language/language-review-page.tsx')),
  '/complain': lazyRoute(() => import('./features/complaint/guest/complain-page.tsx')),
  '/track': lazyRoute(() => import('./features/complaint/guest/track-page.tsx')),
  '/known-issue/:id': lazyRoute(() => import('./features/complaint/known-issue/known-issue-page.tsx')),
  '/numbers': lazyRoute(() => import('./features/numbers/numbers-page.tsx')),
};

const appScreens: Record<string, LazyPart<object>> = {
  '/app/complaint/all-complaint': lazyRoute(() => import('./features/complaint/list/dashboard-page.tsx')),
  '/app/complaint/complaint-details/:id': lazyRoute(
    () => import('./features/complaint/details/complaint-details-page.tsx'),
  ),
  '/app/complaint/new-complaint': lazyRoute(() => import('./features/complaint/form/new-complaint-page.tsx')),
  '/app/feedback/all-feedback': lazyRoute(() => import('./features/feedback/feedback-list-page.tsx')),
  '/app/feedback/feedback-details/:id': lazyRoute(() => import('./features/feedback/feedback-details-page.tsx')),
  '/app/feedback/new-feedback': lazyRoute(() => import('./features/feedback/new-feedback-page.tsx')),
  // One screen for all tabs, so that the list stays in place when the tab changes.
  '/app/history/:tab': lazyRoute(() => import('./features/complaint/list/history-page.tsx')),
  '/app/mda/mda-list': lazyRoute(() => import('./features/mda/mda-list-page.tsx')),
  '/app/mda/mda-details/:id': lazyRoute(() => import('./features/mda/mda-details-page.tsx')),
  '/app/chat': lazyRoute(() => import('./features/mda/support-page.tsx')),
  '/app/known-issue/:id': lazyRoute(() => import('./features/complaint/known-issue/known-issue-page.tsx')),
  '/app/language/review': lazyRoute(() => import('./features/language/language-review-page.tsx')),
  '/app/outbox': lazyRoute(() => import('./features/outbox/outbox-page.tsx')),
  '/app/profile': lazyRoute(() => import('./features/account/profile/profile-page.tsx')),
};

const redirects: Record<string, string> = {
  '/app': '/app/complaint/all-complaint',
  '/app/complaint': '/app/complaint/all-complaint',
  '/app/feedback': '/app/feedback/all-feedback',
  '/app/history': '/app/history/resolved',
  '/app/mda': '/app/mda/mda-list',
  '/app/language': '/app/language/review',
};

/** Fetches the code of the screen at an address. */
export async function loadScreen(pathname: string): Promise<void> {
  for (const [address, screen] of Object.entries({ ...publicScreens, ...wideScreens, ...appScreens })) {
    if (new RegExp(patternOf(address), 'i').test(pathname)) await screen.load();
  }
}

/** Routes of all addresses. Case does not matter, so both spellings of the history tabs work. */
export function AppRoutes(): ReactNode {
  return (
    <Switch>
      <Route path="/">
        <Landing />
      </Route>
      <Route path={/^\/app(?:\/.*)?$/iu}>
        <RequireSession>
          <AppShell>
            <Switch>
              {Object.entries(redirects).map(([from, to]) => (
                <Route key={from} path={from}>
                  <Navigate to={to} replace />
                </Route>
              ))}
              {routesOf(appScreens)}
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </AppShell>
        </RequireSession>
      </Route>
      {Object.entries(wideScreens).map(([path, Screen]) => (
        <Route key={path} path={path}>
          <PublicShell wide>
            <Screen />
          </PublicShell>
        </Route>
      ))}
      <Route>
        <Switch>
          {Object.entries(publicScreens).map(([path, Screen]) => (
            <Route key={path} path={path}>
              <PublicShell>
                <Screen />
              </PublicShell>
            </Route>
          ))}
          <Route>
            <PublicShell wide>
              <NotFound />
            </PublicShell>
          </Route>
        </Switch>
      </Route>
    </Switch>
  );
}
