import { caseScreens } from './case-screens.ts';
import { guestScreens } from './guest-screens.ts';
import { plainMda } from './complaint-form.ts';
import { askForCode, portalStates } from './portal-states.ts';
import { fixture } from './portal.ts';
import { type Screen, screensOf } from './screen.ts';
import { createStaffSession, createCitizenSession, type Session } from './session.ts';
import { listAccessChanges } from '@baraza/contract/account/access-change';
import { createStaff } from '@baraza/contract/account/account';
import { addEvidence, getComplaint, listComplaints } from '@baraza/contract/complaint/complaint';
import { createCustomField, listCustomFields } from '@baraza/contract/complaint/custom-field';
import { getDeskComplaint, listDeskComplaints } from '@baraza/contract/complaint/desk';
import { transitionComplaint } from '@baraza/contract/complaint/transition';
import { listFeedback } from '@baraza/contract/feedback/feedback';
import { listKnownIssues } from '@baraza/contract/known-issue/known-issue-desk';
import { listMdas } from '@baraza/contract/mda/mda';
import { createSavedReply, listSavedReplies } from '@baraza/contract/complaint/saved-reply';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';

const click = (role: 'button' | 'link', name: string | RegExp) => async (page: Page) => {
  await page.getByRole(role, { name }).first().click();
};
/** Presses Submit, or Continue of the part that is open on a phone. */
const pressSubmit = (page: Page) => page.locator('.submit-bar button[type=submit]').click();
const openDialog = (name: string | RegExp) => async (page: Page) => {
  await click('button', name)(page);
  await page.getByRole('dialog').first().waitFor();
};

/** Returns every screen of portal and desk, with ids from the sample data of the portal at this address. */
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
  await markComplaint(inProgress.id, at);
  await fillCustomFields(inProgress.id, at);
  await requestAccessChange(at);
  await attachPdf(citizen, answered.id);

  const details = (id: string) => `/app/complaint/complaint-details/${id}`;
  return [
    ...screensOf('nobody', [
      ['landing', '/'],
      ['numbers', '/numbers'],
      ['complain', '/complain'],
      ['track', '/track'],
      ['verify', '/verify'],
      ['known-issue', `/known-issue/${issue!.id}`],
      ['language', '/language'],
      ['language-review', '/language/review'],
      ['login', '/login'],
      ['register', '/register'],
      ['register-errors', '/register', click('button', 'Create account')],
      ['verify-email', '/verify-email', pendingEmail],
      ['forgot-password-email', '/forgot-password-email'],
      ['desk-login', '/desk/login'],
      ['desk-forgot-password-email', '/desk/forgot-password-email'],
      ['desk-forgot-password', '/desk/forgot-password-email', askForCode('/desk')],
      ['desk-invitation-ended', `/desk/invitation#${'x'.repeat(43)}`],
    ]),
    ...screensOf('citizen', [
      ['app-known-issue', `/app/known-issue/${issue!.id}`],
      ['outbox', '/app/outbox'],
      ['dashboard', '/app/complaint/all-complaint'],
      ['notifications', '/app/complaint/all-complaint', openDialog(/^Notifications/u)],
      ['delete-account-dialog', '/app/profile', openDialog('Delete my account')],
      ['logout-dialog', '/app/profile', openLogout],
      ['history-resolved', '/app/history/resolved'],
      ['history-canceled', '/app/history/Canceled'],
      ['new-complaint', '/app/complaint/new-complaint'],
      ['new-complaint-errors', '/app/complaint/new-complaint', pressSubmit],
      ['details-pending', details(pending.id)],
      ['details-processing', details(answered.id)],
      ['details-pdf-dialog', details(answered.id), openDialog(/bill\.pdf/u)],
      ['details-waiting', details(waiting.id)],
      ['details-resolved', details(resolved.id)],
      ['survey-dialog', details(resolved.id), openDialog('Take survey')],
      ['reopen-dialog', details(resolved.id), openDialog('Re-Open Ticket')],
      ['details-menu', details(pending.id), click('button', 'More actions')],
      ['withdraw-dialog', details(pending.id), openWithdraw],
      ['mda-list', '/app/mda/mda-list'],
      ['mda-details', `/app/mda/mda-details/${mda.id}`],
      ['feedback-list', '/app/feedback/all-feedback'],
      ['feedback-new', '/app/feedback/new-feedback'],
      ['feedback-details', `/app/feedback/feedback-details/${replied.id}`],
      ['support', '/app/chat'],
      ['support-contacts', '/app/chat', click('button', /Contact$/u)],
      ['profile', '/app/profile'],
      ['not-found', '/app/no-such-screen'],
    ]),
    ...screensOf('newcomer', [
      ['app-language-review', '/app/language/review'],
      ['dashboard-empty', '/app/complaint/all-complaint'],
    ]),
    ...screensOf('officer', [
      ['desk-not-found', '/desk/no-such-screen'],
      ['desk-queue', '/desk/'],
      ['desk-new', '/desk/new'],
      ['desk-case', `/desk/complaint/open/${inProgress.id}`],
      ['desk-case-fields-dialog', `/desk/complaint/open/${inProgress.id}`, openFieldsDialog],
      ['desk-case-saved-replies', `/desk/complaint/open/${inProgress.id}`, openSavedReplies],
    ]),
    ...screensOf('supervisor', [
      ['desk-audit', '/desk/audit'],
      ['desk-saved-replies', '/desk/saved-reply'],
      ['desk-rules', '/desk/rule'],
      ['desk-rule-dialog', '/desk/rule', openDialog(/^New/u)],
      ['desk-tags', '/desk/tag'],
      ['desk-rename-tag-dialog', '/desk/tag', openDialog(/^Rename/u)],
      ['desk-units', '/desk/unit'],
      ['desk-unit-dialog', '/desk/unit', openDialog(/^New/u)],
      ['desk-custom-fields', '/desk/custom-field'],
      ['desk-custom-field-dialog', '/desk/custom-field', openDialog(/^New/u)],
      ['desk-known-issues', '/desk/known-issue'],
      ['desk-known-issue-dialog', '/desk/known-issue', openDialog(/^Edit/u)],
      ['desk-known-issue-update-dialog', '/desk/known-issue', openDialog(/^Write an update/u)],
      ['desk-saved-reply-dialog', '/desk/saved-reply', openDialog(/^Edit/u)],
      ['desk-contacts', '/desk/contact'],
      ['desk-contact-dialog', '/desk/contact', openDialog('New contact')],
      ['desk-our-staff', '/desk/our-staff'],
      ['desk-calendar', '/desk/calendar'],
      ['desk-targets', '/desk/target'],
      ['desk-target-dialog', '/desk/target', openDialog(/^Edit/u)],
      ['desk-report', '/desk/report'],
    ]),
    ...screensOf('administrator', [
      ['desk-audit-all', '/desk/audit?outcome=done'],
      ['desk-staff', '/desk/staff'],
      ['desk-access-changes', '/desk/access-change'],
      ['desk-programs', '/desk/program'],
      ['desk-program-token', '/desk/program', openDialog('Request a token')],
      ['desk-access-change-dialog', '/desk/access-change', openDialog(/^Withdraw/u)],
      ['desk-mdas', '/desk/mda'],
      ['desk-mda-dialog', '/desk/mda', openDialog('New MDA')],
      ['desk-jurisdictions-dialog', '/desk/mda', openDialog(/^Jurisdictions/u)],
      ['desk-categories', '/desk/category'],
      ['desk-category-dialog', '/desk/category', openDialog('New category')],
      ['desk-sample-data', '/desk/sample-data'],
      ['desk-sample-data-dialog', '/desk/sample-data', openDialog('Remove all sample data')],
      ['desk-mfa', '/desk/mfa'],
    ]),
    ...screensOf('oversight', [
      ['desk-report-all', '/desk/report'],
      ['desk-feedback-list', '/desk/feedback'],
      ['desk-feedback', `/desk/feedback/${unanswered.id}`],
      ['desk-feedback-replied', `/desk/feedback/${replied.id}`],
    ]),
    ...(await guestScreens(at)),
    ...portalStates({
      pictured: pictured!.id,
      resolved: resolved.id,
      sent: () => citizen.call(getComplaint, { params: { id: pending.id } }),
      mda: mdas.find((it) => it.name === plainMda)!.id,
      category: pending.category.id,
    }),
    ...(await caseScreens(inProgress.id, at)),
  ];
}

/** Makes sure that there is a saved reply to show. */
async function keepSavedReply(at?: string): Promise<void> {
  const { call } = await createStaffSession('supervisor@demo.example', at);
  if ((await call(listSavedReplies)).length > 0) return;
  const text = 'Dear {citizen}, thank you for {trackingId}. We look into it and answer by {dueDate}. {officer}, {mda}';
  await call(createSavedReply, { body: { title: 'We look into it', text, step: 'reply' } });
}

/** Adds custom fields to the category of a complaint and fills them in, once. */
async function fillCustomFields(id: string, at?: string): Promise<void> {
  const { call } = await createStaffSession('supervisor@demo.example', at);
  if ((await call(listCustomFields)).length > 0) return;
  const { category, version } = await call(getDeskComplaint, { params: { id } });
  const both = { category: category.id, asked: true, personal: false };
  const options = ['Prepaid', 'Postpaid'].map((name) => ({ id: crypto.randomUUID(), name, active: true }));
  const kind = await call(createCustomField, { body: { ...both, name: 'Kind of meter', type: 'list', options } });
  const number = await call(createCustomField, { body: { ...both, name: 'Meter number', type: 'text', options: [] } });
  const fields = { [kind.id]: options[0]!.id, [number.id]: 'A-17 004 221' };
  await call(transitionComplaint, { params: { id, action: 'setFields' }, body: { fields, version } });
}

async function openFieldsDialog(page: Page): Promise<void> {
  await click('button', 'More actions')(page);
  await page.getByRole('button', { name: 'Fill in custom fields' }).click();
  await page.getByRole('dialog').first().waitFor();
}

/** Adds a PDF to a complaint that has none. */
async function attachPdf(citizen: Session, id: string): Promise<void> {
  const { history } = await citizen.call(getComplaint, { params: { id } });
  if (history.some(({ attachments = [] }) => attachments.some(({ kind }) => kind === 'document'))) return;
  const bill = new File([await readFile(fixture('bill.pdf'))], 'bill.pdf', { type: 'application/pdf' });
  await citizen.call(addEvidence, { form: { id, text: 'The bill' }, files: { files: [bill] } });
}

/** Sets priority, tags and follow-up day of a complaint, once. */
async function markComplaint(id: string, at?: string): Promise<void> {
  const { call } = await createStaffSession('officer@demo.example', at);
  const { version, tags } = await call(getDeskComplaint, { params: { id } });
  if (tags.length > 0) return;
  const today = new Date().toISOString().slice(0, 10);
  const steps = { tag: { tags: ['crew 7', 'flood'] }, prioritise: { priority: 'high' }, followUp: { followUp: today } };
  let seen = version;
  for (const [action, words] of Object.entries(steps) as [string, object][])
    await call(transitionComplaint, { params: { id, action }, body: { ...words, version: seen++ } });
}

/** Makes sure that a change of access waits for a second person. */
async function requestAccessChange(at?: string): Promise<void> {
  const { call } = await createStaffSession('admin@demo.example', at);
  if ((await call(listAccessChanges)).length > 0) return;
  const person = { first_name: 'Tendai', last_name: 'Moyo', email: 'tendai.moyo@desk.example' };
  await call(createStaff, { body: { ...person, role: 'oversight' } });
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
