import { RequireSession } from '@baraza/app/account/require-session';
import { routesOf, screen } from '@baraza/app/page/screen';
import { Navigate, Route, Switch, useLocation } from '@baraza/app/router/router';
import type { ComponentType, ReactNode } from 'react';
import { firstQueueOf } from './features/complaint/queues.ts';
import { paths } from './lib/router/paths.ts';
import { useMe } from './lib/api/session.tsx';
import { NotFound } from './lib/page/not-found.tsx';
import { PublicShell } from './shell/public-shell.tsx';

const DeskShell = screen(() => import('./shell/desk-shell.tsx'));

/** The screens before login. */
const publicScreens: Record<string, ComponentType> = {
  '/login': screen(() => import('./features/account/sign-in/login-page.tsx')),
  '/forgot-password-email': screen(() => import('@baraza/app/account/forgot-password-email-page')),
  '/forgot-password': screen(() => import('@baraza/app/account/forgot-password-page')),
  '/invitation': screen(() => import('./features/account/sign-in/invitation-page.tsx')),
};

/** The screens after it. */
const deskScreens: Record<string, ComponentType> = {
  // One screen for list and case, so that the list stays in place when a case opens.
  '/complaint/:queue/:id?': screen(() => import('./features/complaint/complaint-page.tsx')),
  '/staff': screen(() => import('./features/account/staff/staff-page.tsx')),
  '/mfa': screen(() => import('./features/account/mfa/mfa-page.tsx')),
  '/mda': screen(() => import('./features/mda/office-page.tsx')),
  '/category': screen(() => import('./features/category/category-page.tsx')),
  '/sample-data': screen(() => import('./features/demo/demo-page.tsx')),
  '/saved-reply': screen(() => import('./features/saved-reply/saved-reply-page.tsx')),
  '/report': screen(() => import('./features/mda/report-page.tsx')),
  '/contact': screen(() => import('./features/mda/contact-page.tsx')),
  '/our-staff': screen(() => import('./features/mda/mda-staff-page.tsx')),
  '/calendar': screen(() => import('./features/sla/calendar-page.tsx')),
  '/target': screen(() => import('./features/sla/sla-target-page.tsx')),
  '/feedback': screen(() => import('./features/feedback/feedback-list-page.tsx')),
  '/feedback/:id': screen(() => import('./features/feedback/feedback-page.tsx')),
  '/audit': screen(() => import('./features/audit/audit-page.tsx')),
};

/** Every address of the desk, below /desk. */
export function DeskRoutes(): ReactNode {
  const { pathname } = useLocation();
  if (pathname in publicScreens) {
    return (
      <PublicShell>
        <Switch>{routesOf(publicScreens)}</Switch>
      </PublicShell>
    );
  }
  return (
    <RequireSession>
      <DeskShell>
        <Switch>
          <Route path="/">
            <Home />
          </Route>
          {routesOf(deskScreens)}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </DeskShell>
    </RequireSession>
  );
}

/** Leads to the start page: the first queue, or the administrator's pages. */
function Home(): ReactNode {
  const { role } = useMe();
  return <Navigate to={role === 'administrator' ? paths.staff : paths.queue(firstQueueOf(role))} replace />;
}
