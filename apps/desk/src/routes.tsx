import { lazy, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { firstQueueOf } from './features/complaint/queues.ts';
import { paths } from './lib/router/paths.ts';
import { useMe } from './lib/api/session.tsx';
import { NotFound } from './lib/page/not-found.tsx';

const DeskShell = lazy(() => import('./shell/desk-shell.tsx'));
const Login = lazy(() => import('./features/account/sign-in/login-page.tsx'));
const ForgotPasswordEmail = lazy(() => import('./features/account/sign-in/forgot-password-email-page.tsx'));
const ForgotPassword = lazy(() => import('./features/account/sign-in/forgot-password-page.tsx'));
const Invitation = lazy(() => import('./features/account/sign-in/invitation-page.tsx'));
const Mfa = lazy(() => import('./features/account/mfa/mfa-page.tsx'));
const Staff = lazy(() => import('./features/account/staff/staff-page.tsx'));
const Contact = lazy(() => import('./features/mda/contact-page.tsx'));
const Report = lazy(() => import('./features/mda/report-page.tsx'));
const MdaStaff = lazy(() => import('./features/mda/mda-staff-page.tsx'));
const Calendar = lazy(() => import('./features/sla/calendar-page.tsx'));
const Target = lazy(() => import('./features/sla/sla-target-page.tsx'));
const Office = lazy(() => import('./features/mda/office-page.tsx'));
const Category = lazy(() => import('./features/category/category-page.tsx'));
const Demo = lazy(() => import('./features/demo/demo-page.tsx'));
const SavedReply = lazy(() => import('./features/saved-reply/saved-reply-page.tsx'));
const Feedbacks = lazy(() => import('./features/feedback/feedback-list-page.tsx'));
const Feedback = lazy(() => import('./features/feedback/feedback-page.tsx'));
const Audit = lazy(() => import('./features/audit/audit-page.tsx'));
const Complaint = lazy(() => import('./features/complaint/complaint-page.tsx'));

/** Routes to every screen of the desk, below /desk. */
export function DeskRoutes(): ReactNode {
  return (
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="/forgot-password-email" element={<ForgotPasswordEmail />} />
      <Route path="/forgot-password" element={<ForgotPassword />} />
      <Route path={paths.invitation} element={<Invitation />} />
      <Route element={<DeskShell />}>
        <Route index element={<Home />} />
        {/* One route for list and case, so that the list stays in place when a case opens. */}
        <Route path="complaint/:queue/:id?" element={<Complaint />} />
        <Route path="staff" element={<Staff />} />
        <Route path="mfa" element={<Mfa />} />
        <Route path="mda" element={<Office />} />
        <Route path="category" element={<Category />} />
        <Route path="sample-data" element={<Demo />} />
        <Route path="saved-reply" element={<SavedReply />} />
        <Route path="report" element={<Report />} />
        <Route path="contact" element={<Contact />} />
        <Route path="our-staff" element={<MdaStaff />} />
        <Route path="calendar" element={<Calendar />} />
        <Route path="target" element={<Target />} />
        <Route path="feedback" element={<Feedbacks />} />
        <Route path="feedback/:id" element={<Feedback />} />
        <Route path="audit" element={<Audit />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

/** Leads to the start page: the first queue, or the administrator's pages. */
function Home(): ReactNode {
  const { role } = useMe();
  return <Navigate to={role === 'administrator' ? paths.staff : paths.queue(firstQueueOf(role))} replace />;
}
