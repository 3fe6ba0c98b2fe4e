import {
  type Feedback,
  getFeedback,
  getMdaSummary,
  getUser,
  listJurisdictions,
  listMdas,
  type User,
} from '@baraza/contract';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import ForgotPasswordEmailPage from '@baraza/app/account/forgot-password-email-page';
import ForgotPasswordPage from '@baraza/app/account/forgot-password-page';
import LoginPage from './features/account/sign-in/login-page.tsx';
import { AppRouter, dropEmail, endpointQuery, holdEmail, Route } from '@baraza/app';
import { ProfileForm } from './features/account/profile/profile-form.tsx';
import ProfilePage from './features/account/profile/profile-page.tsx';
import ComplaintDetailsPage from './features/complaint/details/complaint-details-page.tsx';
import DashboardPage from './features/complaint/list/dashboard-page.tsx';
import HistoryPage from './features/complaint/list/history-page.tsx';
import NewComplaintPage, { NewComplaintForm } from './features/complaint/form/new-complaint-page.tsx';
import FeedbackDetailsPage from './features/feedback/feedback-details-page.tsx';
import FeedbackListPage from './features/feedback/feedback-list-page.tsx';
import NewFeedbackPage from './features/feedback/new-feedback-page.tsx';
import MdaDetailsPage from './features/mda/mda-details-page.tsx';
import MdaListPage from './features/mda/mda-list-page.tsx';
import type * as token from '@baraza/app/api/token';
import type { Draft } from './lib/draft/draft-store.ts';
import { i18n } from './lib/i18n/i18n.ts';
import { ErrorBoundary } from '@baraza/app/page/error-boundary';
import { AppRoutes, loadScreen } from './routes.tsx';

/** Renders a screen before any response; only the data of `client` is loaded. Returns its HTML. */
function first(screen: ReactNode, client = new QueryClient(), at = '/'): string {
  return renderToStaticMarkup(
    <AppRouter ssrPath={at}>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>{screen}</QueryClientProvider>
      </I18nProvider>
    </AppRouter>,
  );
}

/** Renders a screen whose address ends with a name: an id or a tab. */
function firstOf(Screen: ComponentType, name: string, client?: QueryClient): string {
  return first(
    <Route path={/^\/(?<id>(?<tab>\w+))$/u}>
      <Screen />
    </Route>,
    client,
    `/${name}`,
  );
}

const session = vi.hoisted((): { token: string | null } => ({ token: null }));
vi.mock('@baraza/app/api/token', async (original) => ({
  ...(await original<typeof token>()),
  useToken: () => session.token,
}));

// Nothing here has a window.
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const count = (html: string, part: string) => html.split(part).length - 1;
/** Returns the HTML of a screen's submit button. */
const submitOf = (html: string) => /<button[^>]*type="submit".*?<\/button>/su.exec(html)?.[0];

describe('while a screen loads', () => {
  it.each<[string, ComponentType, number, string]>([
    ['the dashboard', DashboardPage, 5, 'Loading complaints'],
    ['a tab of the history', HistoryPage, 5, 'Loading complaints'],
    ['the feedback', FeedbackListPage, 5, 'Loading feedback'],
    ['the MDAs', MdaListPage, 3, 'Loading the MDAs'],
    ['a complaint', ComplaintDetailsPage, 1, 'Loading the complaint'],
    ['one feedback', FeedbackDetailsPage, 1, 'Loading the feedback'],
  ])('the screen of %s shows skeletons while it loads', (_, Screen, skeletons, status) => {
    const html = firstOf(Screen, 'Pending');
    expect(count(html, 'data-skeleton')).toBe(skeletons);
    // One status for screen readers; the skeletons are hidden from them.
    expect(html).toMatch(new RegExp(`role="status"[^>]*><span class="sr-only">${status}</span>`, 'u'));
    expect(count(html, 'aria-hidden="true" data-skeleton')).toBe(skeletons);
  });

  it('a monthly report shows a spinner and Loading while it loads', () => {
    expect(first(<MdaDetailsPage />)).toMatch(/role="status"[^>]*><svg.*<\/svg><span class="sr-only">Loading</su);
  });
});

it.each([
  ['Login', <LoginPage key="login" />],
  ['Continue', <ForgotPasswordEmailPage key="forgot" />],
])('the button %s is disabled until something is typed', (words, screen) => {
  expect(submitOf(first(screen))).toMatch(new RegExp(`disabled="".*>${words}<`, 'su'));
});

it.each<[string, ComponentType]>([
  ['a new complaint', NewComplaintPage],
  ['a complaint', ComplaintDetailsPage],
  ['new feedback', NewFeedbackPage],
  ['one feedback', FeedbackDetailsPage],
  ['a monthly report', MdaDetailsPage],
  ['a forgotten password', ForgotPasswordEmailPage],
])('the screen of %s has a Back button', (_, Screen) => {
  expect(firstOf(Screen, 'a')).toMatch(/<button[^>]*><svg.{0,400}?<\/svg>Back<\/button>/su);
});

it.each<[string, ComponentType]>([
  ['complaints', HistoryPage],
  ['feedback', FeedbackListPage],
])('the list of %s starts with the latest items of all categories', (_, Screen) => {
  const html = firstOf(Screen, 'Pending');
  expect(html).toContain('<option value="latest" selected="">Latest</option><option value="oldest">Oldest</option>');
  expect(html).toContain('<option value="" selected="">All Categories</option>');
});

describe('the lists of a new complaint', () => {
  beforeAll(() => void (session.token = 'token'));
  afterAll(() => void (session.token = null));
  const draftOn = (mda: string): Draft => ({
    version: 1,
    savedAt: '2024-05-08T10:42:00.000Z',
    values: { mda },
    files: [],
    recording: null,
    submissionKey: null,
  });
  const formOn = (mda: string, client?: QueryClient) =>
    first(<NewComplaintForm accountId="a" draft={draftOn(mda)} />, client);

  it('the selects of a new complaint show Loading while they load', () => {
    expect(count(formOn(''), '<option value="" selected="">Loading</option>')).toBe(2);
  });

  it('a new complaint offers a jurisdiction only if the MDA allows it and the list has loaded', () => {
    const client = new QueryClient();
    const mda = { logo: null, committee: [], identityAccess: 'assigned' as const };
    client.setQueryData(endpointQuery(listMdas).queryKey, [
      { ...mda, id: 'plain', name: 'Ministry of Health', isJurisdictionAllowed: 0 },
      { ...mda, id: 'placed', name: 'Travel Documents Office', isJurisdictionAllowed: 1 },
    ]);
    expect(formOn('placed', client)).not.toContain('Jurisdiction');
    for (const id of ['plain', 'placed']) {
      const places = [{ id: 'north', jurisdiction: { name: 'Northern branch' } }];
      client.setQueryData(endpointQuery(listJurisdictions, { params: { id } }).queryKey, places);
    }
    expect(formOn('plain', client)).not.toContain('Jurisdiction');
    expect(formOn('placed', client)).toContain('<option value="north">Northern branch</option>');
  });
});

it('the reset form asks for code and password, and offers another code after a minute', () => {
  // Stops the clock, so that the countdown stays at 60 s.
  vi.useFakeTimers();
  holdEmail('reset', 'amara@town.example');
  const html = first(<ForgotPasswordPage />);
  dropEmail('reset');
  for (const label of ['OTP code', 'New Password', 'Confirm Password'])
    expect(html).toMatch(new RegExp(`>${label}<`, 'u'));
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>(?:<span[^>]*>)*Resend OTP in 60s/u);
  expect(submitOf(html)).toContain('>Reset password<');
});

it('the profile shows the loaded user, and Save is disabled', () => {
  const user: User = {
    id: 'a',
    first_name: 'Amara',
    last_name: 'Okoye',
    email: 'amara@town.example',
    phone: '+234 803 123 4567',
    profilePhoto: '/api/files/face',
    email_verified: true,
  };
  const html = first(<ProfileForm user={user} />);
  for (const [label, value] of [
    ['First Name', 'Amara'],
    ['Last Name', 'Okoye'],
    ['Phone Number', '+234 803 123 4567'],
    ['Email', 'amara@town.example'],
  ])
    expect(html).toMatch(new RegExp(`>${label}<.{0,600}?value="${value?.replace('+', '\\+')}"`, 'su'));
  expect(html).toContain('src="/api/files/face"');
  expect(submitOf(html)).toMatch(/disabled="".*>Save changes</su);
  const client = new QueryClient();
  client.setQueryData(endpointQuery(getUser).queryKey, user);
  const page = first(<ProfilePage />, client);
  expect(page).toContain('<h2>Change password</h2>');
  expect(page).toMatch(/disabled="".*>Save</su);
});

it('a monthly report starts with three cards, each with title, value and icon', () => {
  const client = new QueryClient();
  client.setQueryData(endpointQuery(getMdaSummary, { params: { id: 'a' } }).queryKey, {
    mda: { id: 'a', name: 'Travel Documents Office' },
    year: 2024,
    totalReports: 1280,
    resolvedReports: 86,
    unResolvedReports: 1194,
    monthlyComplaints: [],
  });
  const html = firstOf(MdaDetailsPage, 'a', client);
  for (const [title, value] of [
    ['Total Reports', '1,280'],
    ['Total Resolved Reports', '86'],
    ['Total Unresolved Reports', '1,194'],
  ]) {
    expect(html).toMatch(new RegExp(`>${title}<svg.{0,900}?</svg></p><p[^>]*>${value}</p>`, 'su'));
  }
});

it('a missing reply, replier and day of reply show as ---, and as text for screen readers', () => {
  const feedback: Feedback = {
    id: 'a',
    trackingId: 'FB-24-7F3K92',
    title: 'A kind office',
    description: '',
    category: { id: 'c', name: 'Praise' },
    createdAt: '2024-05-08T10:00:00.000Z',
    status: 'Pending',
    attachments: [],
    reply: null,
    replier: null,
    repliedAt: null,
  };
  const client = new QueryClient();
  client.setQueryData(endpointQuery(getFeedback, { params: { id: 'a' } }).queryKey, feedback);
  const html = firstOf(FeedbackDetailsPage, 'a', client);
  expect(count(html, '<span aria-hidden="true">---</span><span class="sr-only">no reply yet</span>')).toBe(3);
});

it('an uncaught error shows the fallback screen with a retry and a link, and no words of a library', () => {
  vi.stubGlobal('location', { href: 'https://portal.example/app' });
  const boundary = new ErrorBoundary({ children: 'the portal' });
  expect(boundary.render()).toBe('the portal');
  boundary.state = ErrorBoundary.getDerivedStateFromError(new TypeError('status is undefined'));
  const html = first(boundary.render());
  expect(html).toMatch(/<h1[^>]*>Unexpected Application Error!<\/h1>/u);
  expect(html).toMatch(/role="alert"[^>]*>Something broke on our side</u);
  expect(html).not.toContain('status is undefined');
  expect(html).toContain('Try again');
  expect(html).toContain('href="/app"');
});

it('a screen preloaded for its address shows at the first rendering, whatever the address’s case', async () => {
  const shown = () => first(<AppRoutes />, undefined, '/Known-Issue/5');
  expect(shown()).not.toContain('<h1');

  await loadScreen('/Known-Issue/5/');

  expect(shown()).toContain('<h1');
});
