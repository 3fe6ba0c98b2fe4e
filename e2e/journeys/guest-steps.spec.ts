import {
  createClient,
  getDeskComplaint,
  listDeskComplaints,
  listGuestChoices,
  submitGuestComplaint,
  transitionComplaint,
} from '@baraza/contract';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { act, mdaName, today } from '../support/complaints.ts';
import { portalUrl } from '../support/portal.ts';
import { expectArrived, expectToast } from '../support/see.ts';
import { createStaffSession, type Session } from '../support/session.ts';

/*
 * Steps of guests on a complaint that their code opened.
 */

let officer: Session;
test.beforeAll(async () => {
  officer = await createStaffSession('officer@demo.example');
});

/** Files a guest's complaint to the officer's MDA; `address` opens it. */
async function fileAsGuest(title: string): Promise<{ address: string; id: string }> {
  const guest = createClient({ baseUrl: `${portalUrl}/api`, token: () => null });
  const { mdas, categories } = await guest(listGuestChoices);
  const mda = mdas.find(({ name }) => name === mdaName)!;
  const form = {
    mda: mda.id,
    mdaJurisdiction: mda.jurisdictions[0]!.id,
    category: categories[0]!.id,
    title,
    description: '<p>For a week.</p>',
    location: 'Market road',
    incidentDate: today(),
    identity: 'anonymous' as const,
  };
  const { trackingId, receiptCode } = await guest(submitGuestComplaint, { form });
  const { items } = await officer.call(listDeskComplaints, { query: { q: trackingId } });
  return { address: `/track#${trackingId}-${receiptCode}`, id: items[0]!.id };
}

/** Opens a complaint with its code. */
async function comeBack(page: Page, { address }: { address: string }, title: string): Promise<void> {
  // Leaves the page first: a change after the # loads nothing.
  await page.goto('about:blank');
  await page.goto(address);
  await expectArrived(page, title);
}

async function chooseLanguage(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: from }).click();
  await page.getByRole('button', { name: to }).last().click();
}

test('a guest answers a question, re-opens the complaint, confirms its solution and rates it', async ({ page }) => {
  const title = 'The pump is dry';
  const complaint = await fileAsGuest(title);
  const { id } = complaint;
  await act(officer.call, id, ['start'], ['ask', 'Which pump is it?']);
  await comeBack(page, complaint, title);

  const question = page.getByRole('region', { name: 'Travel Documents Office asks you' });
  await expect(question).toContainText('Which pump is it?');
  await expectAccessible(page);
  await expectAccessible(page, 'dark');
  await chooseLanguage(page, 'English', 'العربية');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('button', { name: 'إرسال الإجابة' })).toBeVisible();
  await expectAccessible(page, 'dark');
  await chooseLanguage(page, 'العربية', 'English');
  await page.getByLabel('Your answer').fill('The one beside the school.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expectToast(page, 'Your answer is sent.');
  await expect(question).toHaveCount(0);
  await expect(page.getByText('Status: Processing')).toBeVisible();

  await act(officer.call, id, ['resolve', 'It has a new handle.']);
  await comeBack(page, complaint, title);
  await expect(page.getByRole('region', { name: 'Reply' })).toContainText('It has a new handle.');
  await page.getByRole('button', { name: 'Re-Open Ticket' }).click();
  const reason = page.getByRole('dialog', { name: 'Send a message' });
  await reason.getByRole('textbox').fill('The handle turns, and no water comes.');
  await reason.getByRole('button', { name: 'Submit' }).click();
  await expectToast(page, 'Your complaint is open again.');
  await expect(page.getByText('Status: Pending')).toBeVisible();

  await act(officer.call, id, ['start'], ['resolve', 'The pipe below it is new.']);
  await comeBack(page, complaint, title);
  await page.getByRole('button', { name: 'Yes, solved' }).click();
  await expectToast(page, 'Thank you. Counted as confirmed.');
  await page.getByRole('button', { name: 'Take survey' }).click();
  const survey = page.getByRole('dialog', { name: 'We Value Your Replies!' });
  await survey.getByRole('radio', { name: /^\d? ?Satisfied$/u }).check();
  await survey.getByRole('textbox').fill('Now there is water.');
  await survey.getByRole('button', { name: 'Submit' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank You for Your Replies!' });
  await thanks.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '4 of 5' })).toBeVisible();

  const { history, survey: rating } = await officer.call(getDeskComplaint, { params: { id } });
  const byGuest = ['answer', 'reopen', 'confirmResolution'];
  expect(history.map(({ action }) => action).filter((action) => byGuest.includes(action))).toEqual(byGuest);
  expect(rating).toMatchObject({ rating: 4, description: 'Now there is water.' });
});

test('a guest whose complaint is rejected asks for a review with a reason', async ({ page }) => {
  const title = 'The counter was closed';
  const complaint = await fileAsGuest(title);
  const { id } = complaint;
  const supervisor = await createStaffSession('supervisor@demo.example');
  for (const [person, action, reason] of [
    [officer, 'proposeRejection', 'The text is abusive.'],
    [supervisor, 'reject'],
  ] as const) {
    const { version } = await person.call(getDeskComplaint, { params: { id } });
    await person.call(transitionComplaint, { params: { id, action }, body: { version, reason } });
  }
  await comeBack(page, complaint, title);

  await page.getByRole('button', { name: 'Ask for a review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a review' });
  await dialog.getByRole('textbox').fill('I was polite. Read it again.');
  await dialog.getByRole('button', { name: 'Submit' }).click();

  await expectToast(page, 'The oversight office reviews your complaint.');
  await expect(page.getByText('Under review')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for a review' })).toHaveCount(0);
  await comeBack(page, complaint, title);
  await expect(page.getByText('I was polite. Read it again.')).toBeVisible();
});
