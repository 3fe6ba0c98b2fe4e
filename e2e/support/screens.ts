import { caseScreens } from './case-screens.ts';
import { guestScreens } from './guest-screens.ts';
import { plainMda } from './complaint-form.ts';
import { askForCode, portalStates } from './portal-states.ts';
import type { Screen } from './screen.ts';
import { createStaffSession, createCitizenSession } from './session.ts';
import { getComplaint, listComplaints } from '@baraza/contract/complaint/complaint';
import { listDeskComplaints } from '@baraza/contract/complaint/desk';
import { listFeedback } from '@baraza/contract/feedback/feedback';
import { listKnownIssues } from '@baraza/contract/known-issue/known-issue-desk';
import { listMdas } from '@baraza/contract/mda/mda';
import { createSavedReply, listSavedReplies } from '@baraza/contract/complaint/saved-reply';
import type { Page } from '@playwright/test';

const click = (role: 'button' | 'link', name: string | RegExp) => async (page: Page) => {
  await page.getByRole(role, { name }).first().click();
};
const openDialog = (name: string | RegExp) => async (page: Page) => {
  await click('button', name)(page);
  await page.getByRole('dialog').first().waitFor();
};

/** Every screen of the portal and the desk; the ids come from the demo data of the portal at this address. */
export async function allScreens(at?: string): Promise<Screen[]> {
  const citizen = await createCitizenSession(undefined, at);
  const officer = await createStaffSession('officer@demo.example', at);
  const newestIn = async (status: 'Resolved' | 'Processing' | 'Pending' | 'Canceled') =>
    (await citizen.call(listComplaints, { query: { status } })).items;
  const resolved = (await newestIn('Resolved')).find((it) => !it.survey)!;
  const processing = await newestIn('Processing');
  const waiting = processing.find((it) => it.state === 'awaiting_citizen')!;
  const answered = processing.find((it) => it.state === 'in_progress')!;
  const pending = (await newestIn('Pending'))[0]!;
  const [pictured] = (await citizen.call(listComplaints, { query: { q: 'Charged twice' } })).items;
  const feedback = (await citizen.call(listFeedback)).items;
  const replied = feedback.find((it) => it.reply) ?? feedback[0]!;
  const mdas = await citizen.call(listMdas);
  const mda = mdas[0]!;
  const open = (await officer.call(listDeskComplaints, { query: { limit: 100 } })).items;
  const inProgress = open.find((it) => it.state === 'in_progress') ?? open[0]!;

  const unanswered = feedback.find((it) => !it.reply) ?? feedback[0]!;
  const [issue] = await officer.call(listKnownIssues);
  await keepSavedReply(at);

  const details = (id: string) => `/app/complaint/complaint-details/${id}`;
  return [
    { name: 'landing', path: '/', as: 'nobody' },
    { name: 'numbers', path: '/numbers', as: 'nobody' },
    { name: 'complain', path: '/complain', as: 'nobody' },
    { name: 'track', path: '/track', as: 'nobody' },
    ...(await guestScreens(at)),
    { name: 'verify', path: '/verify', as: 'nobody' },
    { name: 'known-issue', path: `/known-issue/${issue!.id}`, as: 'nobody' },
    { name: 'app-known-issue', path: `/app/known-issue/${issue!.id}`, as: 'citizen' },
    { name: 'language', path: '/language', as: 'nobody' },
    { name: 'app-language', path: '/app/language', as: 'newcomer' },
    { name: 'outbox', path: '/app/outbox', as: 'citizen' },
    { name: 'login', path: '/login', as: 'nobody' },
    { name: 'register', path: '/register', as: 'nobody' },
    { name: 'register-errors', path: '/register', as: 'nobody', prepare: click('button', 'Create account') },
    { name: 'verify-email', path: '/verify-email', as: 'nobody', prepare: pendingEmail },
    { name: 'forgot-password-email', path: '/forgot-password-email', as: 'nobody' },
    { name: 'dashboard', path: '/app/complaint/all-complaint', as: 'citizen' },
    { name: 'dashboard-empty', path: '/app/complaint/all-complaint', as: 'newcomer' },
    {
      name: 'notifications',
      path: '/app/complaint/all-complaint',
      as: 'citizen',
      prepare: openDialog(/^Notifications/u),
    },
    { name: 'delete-account-dialog', path: '/app/profile', as: 'citizen', prepare: openDialog('Delete my account') },
    { name: 'logout-dialog', path: '/app/profile', as: 'citizen', prepare: openLogout },
    { name: 'history-resolved', path: '/app/history/resolved', as: 'citizen' },
    { name: 'history-canceled', path: '/app/history/Canceled', as: 'citizen' },
    { name: 'new-complaint', path: '/app/complaint/new-complaint', as: 'citizen' },
    {
      name: 'new-complaint-errors',
      path: '/app/complaint/new-complaint',
      as: 'citizen',
      prepare: click('button', 'Submit Complaint'),
    },
    { name: 'details-pending', path: details(pending.id), as: 'citizen' },
    { name: 'details-processing', path: details(answered.id), as: 'citizen' },
    { name: 'details-waiting', path: details(waiting.id), as: 'citizen' },
    { name: 'details-resolved', path: details(resolved.id), as: 'citizen' },
    { name: 'survey-dialog', path: details(resolved.id), as: 'citizen', prepare: openDialog('Take survey') },
    { name: 'reopen-dialog', path: details(resolved.id), as: 'citizen', prepare: openDialog('Re-Open Ticket') },
    { name: 'details-menu', path: details(pending.id), as: 'citizen', prepare: click('button', 'More actions') },
    { name: 'withdraw-dialog', path: details(pending.id), as: 'citizen', prepare: openWithdraw },
    { name: 'mda-list', path: '/app/mda/mda-list', as: 'citizen' },
    { name: 'mda-details', path: `/app/mda/mda-details/${mda.id}`, as: 'citizen' },
    { name: 'feedback-list', path: '/app/feedback/all-feedback', as: 'citizen' },
    { name: 'feedback-new', path: '/app/feedback/new-feedback', as: 'citizen' },
    { name: 'feedback-details', path: `/app/feedback/feedback-details/${replied.id}`, as: 'citizen' },
    { name: 'support', path: '/app/chat', as: 'citizen' },
    { name: 'support-contacts', path: '/app/chat', as: 'citizen', prepare: click('button', /Contact$/u) },
    { name: 'profile', path: '/app/profile', as: 'citizen' },
    { name: 'not-found', path: '/app/no-such-screen', as: 'citizen' },
    ...portalStates({
      pictured: pictured!.id,
      resolved: resolved.id,
      sent: () => citizen.call(getComplaint, { params: { id: pending.id } }),
      mda: mdas.find((it) => it.name === plainMda)!.id,
      category: pending.category.id,
    }),
    { name: 'desk-login', path: '/desk/login', as: 'nobody' },
    { name: 'desk-forgot-password-email', path: '/desk/forgot-password-email', as: 'nobody' },
    { name: 'desk-forgot-password', path: '/desk/forgot-password-email', as: 'nobody', prepare: askForCode('/desk') },
    { name: 'desk-not-found', path: '/desk/no-such-screen', as: 'officer' },
    { name: 'desk-queue', path: '/desk/', as: 'officer' },
    { name: 'desk-case', path: `/desk/complaint/open/${inProgress.id}`, as: 'officer' },
    ...(await caseScreens(inProgress.id, at)),
    { name: 'desk-audit', path: '/desk/audit', as: 'supervisor' },
    { name: 'desk-audit-all', path: '/desk/audit?outcome=done', as: 'administrator' },
    {
      name: 'desk-case-saved-replies',
      path: `/desk/complaint/open/${inProgress.id}`,
      as: 'officer',
      prepare: openSavedReplies,
    },
    { name: 'desk-staff', path: '/desk/staff', as: 'administrator' },
    { name: 'desk-saved-replies', path: '/desk/saved-reply', as: 'supervisor' },
    { name: 'desk-known-issues', path: '/desk/known-issue', as: 'supervisor' },
    {
      name: 'desk-known-issue-dialog',
      path: '/desk/known-issue',
      as: 'supervisor',
      prepare: openDialog(/^Edit/u),
    },
    {
      name: 'desk-known-issue-update-dialog',
      path: '/desk/known-issue',
      as: 'supervisor',
      prepare: openDialog(/^Write an update/u),
    },
    {
      name: 'desk-saved-reply-dialog',
      path: '/desk/saved-reply',
      as: 'supervisor',
      prepare: openDialog(/^Edit/u),
    },
    { name: 'desk-contacts', path: '/desk/contact', as: 'supervisor' },
    { name: 'desk-contact-dialog', path: '/desk/contact', as: 'supervisor', prepare: openDialog('New contact') },
    { name: 'desk-our-staff', path: '/desk/our-staff', as: 'supervisor' },
    { name: 'desk-calendar', path: '/desk/calendar', as: 'supervisor' },
    { name: 'desk-targets', path: '/desk/target', as: 'supervisor' },
    { name: 'desk-target-dialog', path: '/desk/target', as: 'supervisor', prepare: openDialog(/^Edit/u) },
    { name: 'desk-report', path: '/desk/report', as: 'supervisor' },
    { name: 'desk-report-all', path: '/desk/report', as: 'oversight' },
    { name: 'desk-feedback-list', path: '/desk/feedback', as: 'oversight' },
    { name: 'desk-feedback', path: `/desk/feedback/${unanswered.id}`, as: 'oversight' },
    { name: 'desk-feedback-replied', path: `/desk/feedback/${replied.id}`, as: 'oversight' },
    { name: 'desk-mdas', path: '/desk/mda', as: 'administrator' },
    { name: 'desk-mda-dialog', path: '/desk/mda', as: 'administrator', prepare: openDialog('New MDA') },
    {
      name: 'desk-jurisdictions-dialog',
      path: '/desk/mda',
      as: 'administrator',
      prepare: openDialog(/^Jurisdictions/u),
    },
    { name: 'desk-categories', path: '/desk/category', as: 'administrator' },
    { name: 'desk-category-dialog', path: '/desk/category', as: 'administrator', prepare: openDialog('New category') },
    { name: 'desk-sample-data', path: '/desk/sample-data', as: 'administrator' },
    {
      name: 'desk-sample-data-dialog',
      path: '/desk/sample-data',
      as: 'administrator',
      prepare: openDialog('Remove all sample data'),
    },
    { name: 'desk-mfa', path: '/desk/mfa', as: 'administrator' },
    { name: 'desk-invitation-ended', path: `/desk/invitation#${'x'.repeat(43)}`, as: 'nobody' },
  ];
}

/** One saved reply, so that its screens have something to show. */
async function keepSavedReply(at?: string): Promise<void> {
  const { call } = await createStaffSession('supervisor@demo.example', at);
  if ((await call(listSavedReplies)).length > 0) return;
  const text = 'Dear {citizen}, thank you for {trackingId}. We look into it and answer by {dueDate}. {officer}, {mda}';
  await call(createSavedReply, { body: { title: 'We look into it', text, step: 'reply' } });
}

async function openSavedReplies(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /Reply to/u }).focus();
  await page.getByRole('button', { name: 'Saved replies' }).click();
  await page.getByRole('searchbox', { name: 'Search the saved replies' }).waitFor();
  await page.getByRole('group', { name: 'Saved replies' }).getByRole('button').first().waitFor();
}

async function pendingEmail(page: Page): Promise<void> {
  await page.goto('/register');
  const { registerCitizen } = await import('./session.ts');
  await registerCitizen(page);
}

async function openWithdraw(page: Page): Promise<void> {
  await click('button', 'More actions')(page);
  await openDialog('Withdraw complaint')(page);
}

async function openLogout(page: Page): Promise<void> {
  const logout = page.getByRole('button', { name: 'Logout' });
  if (!(await logout.first().isVisible())) await page.getByRole('button', { name: /menu/iu }).first().click();
  await logout.locator('visible=true').first().click();
  await page.getByRole('dialog', { name: 'Log Out' }).waitFor();
}
