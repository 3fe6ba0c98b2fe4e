import { lazyRoute, Navigate, RequireSession, Route, routesOf, Switch, useLocation } from '@baraza/app';
import type { ComponentType } from 'react';
import { firstQueueOf } from './features/complaint/queues.ts';
import { paths } from './lib/router/paths.ts';
import { readsComplaints, useMe } from './lib/api/session.tsx';
import { NotFound } from './lib/page/page.tsx';
import { PublicShell } from './shell/public-shell.tsx';

const DeskShell = lazyRoute(() => import('./shell/desk-shell.tsx'));

const publicScreens: Record<string, ComponentType> = {
  '/login': lazyRoute(() => import('./features/account/sign-in/login-page.tsx')),
  '/forgot-password-email': lazyRoute(() => import('@baraza/app/account/forgot-password-email-page')),
  '/forgot-password': lazyRoute(() => import('@baraza/app/account/forgot-password-page')),
  '/invitation': lazyRoute(() => import('./features/account/sign-in/invitation-page.tsx')),
};

const deskScreens: Record<string, ComponentType> = {
  // One screen for list and case, so that the list stays in place when a case opens.
  '/complaint/:queue/:id?': lazyRoute(() => import('./features/complaint/complaint-page.tsx')),
  '/new': lazyRoute(() => import('./features/complaint/counter/counter-page.tsx')),
  '/filed': lazyRoute(() => import('./features/complaint/counter/filed-page.tsx')),
  '/staff': lazyRoute(() => import('./features/account/staff/staff-page.tsx')),
  '/access-change': lazyRoute(() => import('./features/account/access/access-change-page.tsx')),
  '/program': lazyRoute(() => import('./features/account/program/program-page.tsx')),
  '/mfa': lazyRoute(() => import('./features/account/mfa/mfa-page.tsx')),
  '/mda': lazyRoute(() => import('./features/mda/office-page.tsx')),
  '/category': lazyRoute(() => import('./features/category/category-page.tsx')),
  '/sample-data': lazyRoute(() => import('./features/demo/demo-page.tsx')),
  '/saved-reply': lazyRoute(() => import('./features/complaint/saved-reply/saved-reply-page.tsx')),
  '/rule': lazyRoute(() => import('./features/complaint/rule/rule-page.tsx')),
  '/tag': lazyRoute(() => import('./features/tag/tag-page.tsx')),
  '/unit': lazyRoute(() => import('./features/unit/unit-page.tsx')),
  '/custom-field': lazyRoute(() => import('./features/custom-field/custom-field-page.tsx')),
  '/known-issue': lazyRoute(() => import('./features/complaint/known-issue/known-issue-page.tsx')),
  '/report': lazyRoute(() => import('./features/mda/report-page.tsx')),
  '/contact': lazyRoute(() => import('./features/mda/contact-page.tsx')),
  '/our-staff': lazyRoute(() => import('./features/mda/mda-staff-page.tsx')),
  '/calendar': lazyRoute(() => import('./features/sla/calendar-page.tsx')),
  '/target': lazyRoute(() => import('./features/sla/sla-target-page.tsx')),
  '/feedback': lazyRoute(() => import('./features/feedback/feedback-list-page.tsx')),
  '/feedback/:id': lazyRoute(() => import('./features/feedback/feedback-page.tsx')),
  '/audit': lazyRoute(() => import('./features/audit/audit-page.tsx')),
};

/** Every address of the desk, below /desk. */
export function DeskRoutes() {
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

function Home() {
  const { role } = useMe();
  if (readsComplaints(role)) return <Navigate to={paths.queue(firstQueueOf(role))} replace />;
  return <Navigate to={role === 'agent' ? paths.filed : paths.staff} replace />;
}
