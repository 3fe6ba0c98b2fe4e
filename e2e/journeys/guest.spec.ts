import { createClient, listGuestChoices, submitGuestComplaint } from '@baraza/contract';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fillComplaint, plainMda } from '../support/complaint-form.ts';
import { today } from '../support/complaints.ts';
import { portalUrl } from '../support/portal.ts';
import { enter, newCitizen } from '../support/session.ts';
import { errorAt, expectArrived } from '../support/see.ts';

test('a guest complains anonymously and opens the complaint with its code', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Complain without an account' }).click();
  await expect(page.getByRole('heading', { name: 'Complain without an account' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(errorAt(page, 'mda')).toBeVisible();
  await fillComplaint(page, 'The pump is dry');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expectArrived(page, 'Who may know who you are?');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose one of the three.');
  await page.getByRole('radio', { name: /^Anonymous/u }).check();
  await expect(page.getByText('Nobody. We do not ask for it.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check your answers' }).click();

  await expectArrived(page, 'Check your answers');
  await page.getByRole('button', { name: 'Change What happened?' }).click();
  await expect(page.getByLabel(/^Subject\/Title/u)).toBeFocused();
  await page.getByLabel(/^Subject\/Title/u).fill('The pump is dry again');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await expectArrived(page, 'Check your answers');
  await expect(page.getByRole('definition').filter({ hasText: 'The pump is dry again' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit Complaint' }).click();

  await expectArrived(page, 'Keep this code');
  const code = ((await page.getByText(/^(\d ){15}\d$/u).textContent()) ?? '').replace(/\D/gu, '');
  const trackingId = (await page.getByText(/^SDP-/u).textContent()) ?? '';
  expect(code).toMatch(/^\d{16}$/u);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Open my complaint' })).toBeDisabled();
  await page.getByLabel('I have kept the code').check();
  await page.getByRole('button', { name: 'Finish and delete the code from this phone' }).click();
  await expect(page).toHaveURL(/\/$/u);

  await page.getByRole('link', { name: 'Track a complaint' }).click();
  await page.getByLabel(/^Tracking ID/u).fill(trackingId);
  await page.getByLabel(/^Receipt code/u).fill('0000 0000 0000 0000');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('This ID and code do not belong together.').first()).toBeVisible();
  await page.getByLabel(/^Receipt code/u).fill(code.replace(/(.{4})/gu, '$1-'));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expectArrived(page, 'The pump is dry again');
  await page.getByRole('button', { name: 'Add evidence' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('It has been so since Monday.');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expectArrived(page, 'Track a complaint');
  // The phone keeps none of it.
  await page.goto('/complain');
  await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('');
});

test('a guest who registered takes the complaint over with its code', async ({ page, context }) => {
  const citizen = await newCitizen();
  const anonymous = createClient({ baseUrl: `${portalUrl}/api`, token: () => null });
  const choices = await anonymous(listGuestChoices);
  const mda = choices.mdas.find(({ jurisdictions }) => jurisdictions.length > 0);
  const form = {
    mda: mda!.id,
    mdaJurisdiction: mda!.jurisdictions[0]!.id,
    category: choices.categories[0]!.id,
    title: 'The pump is dry',
    description: '<p>For a week.</p>',
    location: 'Market road',
    incidentDate: today(),
    identity: 'anonymous' as const,
  };
  const { trackingId, receiptCode } = await anonymous(submitGuestComplaint, { form });
  await enter(context, citizen, 'web');
  await page.goto(`/track#${trackingId}-${receiptCode}`);
  await expectArrived(page, 'The pump is dry');
  await page.getByRole('button', { name: 'Add it to my account' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add it' }).click();
  await expect(page).toHaveURL(/complaint-details/u);
  await expectArrived(page, 'The pump is dry');
  await expect(page.getByText('It is now among your complaints.')).toBeVisible();
  await page.getByRole('link', { name: 'Complaints' }).first().click();
  await expect(page.getByRole('link', { name: 'The pump is dry', exact: true })).toBeVisible();
});

test('a guest’s draft is shown to the next person on the phone only on request', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/complain');
  const title = page.getByLabel(/^Subject\/Title/u);
  await title.fill('The pump is dry');
  await expect(page.getByText(/^Saved on this device/u).first()).toBeVisible();
  await page.reload();

  const goOn = page.getByRole('button', { name: 'Continue with your draft' });
  await expect(goOn).toBeVisible();
  await expect(title).toHaveCount(0);
  await expectAccessible(page);
  await goOn.click();
  await expect(title).toHaveValue('The pump is dry');
  await page.reload();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expectArrived(page, 'Complain without an account');
  await expect(title).toHaveValue('');
  await page.reload();
  await expect(title).toHaveValue('');
});

test(
  'an invalid phone number is marked at its field, and the other answers stay',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/complain');
    await fillComplaint(page, 'The pump is dry');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: /^Confidential/u }).check();
    const phone = page.getByLabel(/^Your phone number/u);
    await phone.fill('no number');
    await page.getByRole('button', { name: 'Check your answers' }).click();

    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await phone.fill('0800 100 200');
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await page.getByRole('button', { name: 'Submit Complaint' }).click();
    await expectArrived(page, 'Keep this code');
  },
);

test('a complaint is filed and opened by plain forms when scripts are off', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Complain without an account' }).click();
  await expect(page).toHaveURL(/\/complain\/plain$/u);
  await page.getByLabel('MDA', { exact: true }).selectOption({ label: plainMda });
  await page.getByLabel('Category').selectOption({ label: 'Poor Service' });
  await page.getByLabel('Subject/Title').fill('No light in ward 4');
  await page.getByLabel('Details/Description').fill('Since Monday.');
  await page.getByLabel('Where did this happen').fill('Ward 4');
  await page.getByLabel('When did it happen').fill(today());
  await page.getByRole('radio', { name: /^Anonymous/u }).check();
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  await expect(page.getByRole('heading', { name: 'Keep this code' })).toBeVisible();
  await page.getByRole('button', { name: 'Open my complaint' }).click();
  await expect(page.getByRole('heading', { name: 'No light in ward 4' })).toBeVisible();
  await context.close();
});
