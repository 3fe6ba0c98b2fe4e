import { listComplaints } from '@baraza/contract';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fillComplaint } from '../support/complaint-form.ts';
import { openDesk } from '../support/desk.ts';
import { expectArrived, expectToast } from '../support/see.ts';
import { enter, newCitizen } from '../support/session.ts';
import { teachSuggestion } from '../support/suggestions.ts';

/** Unique in case of an earlier run on the same portal. */
const mark = Date.now().toString(36);
const bridge = `A bridge nobody mends ${mark}`;
const notKnown = { mda: { label: 'I don’t know which office' }, category: { label: 'Others' } };

test('a citizen who does not know the office reads where oversight sent the complaint', async ({ browser }) => {
  const citizen = await newCitizen();
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
  await enter(context, citizen, 'web');
  const page = await context.newPage();
  await page.goto('/app/complaint/new-complaint');
  await fillComplaint(page, bridge, notKnown);
  await expect(page.getByText('The oversight office finds the right one and tells you.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  await expectToast(page, 'Complaint submitted successfully!');
  await expect(page.getByRole('article').getByText('We are finding the right office')).toBeVisible();
  const [filed] = (await citizen.call(listComplaints)).items;

  const desk = await openDesk(browser, 'oversight@demo.example', 'complaint/undecided');
  await desk.getByRole('link', { name: new RegExp(bridge, 'u') }).click();
  await expect(desk.locator('.case-bands')).toContainText('The citizen does not know which office.');
  await desk.getByRole('button', { name: 'Decide', exact: true }).click();
  const dialog = desk.getByRole('dialog', { name: 'Decide who takes it' });
  await dialog.getByLabel(/^MDA/u).selectOption({ label: 'Road Transport Authority' });
  await dialog.getByLabel(/^Reason/u).fill('Bridges are theirs.');
  await dialog.getByRole('button', { name: 'Transfer it to this MDA' }).click();
  await expect(desk.getByText('transferred it to Road Transport Authority')).toBeVisible();

  await page.goto(`/app/complaint/complaint-details/${filed!.id}`);
  await expect(page.getByText('The oversight office gave it to Road Transport Authority')).toBeVisible();
  await expect(page.getByText('We are finding the right office')).toHaveCount(0);
});

test('a guest who does not know the office can file a complaint', { tag: '@full' }, async ({ page }) => {
  await page.goto('/complain');
  await fillComplaint(page, bridge, notKnown);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^Anonymous/u }).check();
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'I don’t know which office' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  await expectArrived(page, 'Keep this code');
});

test(
  'citizen and oversight get an office suggested from earlier resolved complaints',
  { tag: '@full' },
  async ({ browser }) => {
    const citizen = await newCitizen();
    const title = `Child passport pending without a reason ${mark}`;
    await teachSuggestion(title, 'Delayed Approvals');
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
    await enter(context, citizen, 'web');
    const page = await context.newPage();
    await page.goto('/app/complaint/new-complaint');
    await fillComplaint(page, title, notKnown);
    await expect(page.getByText('It may be one of these, from your words. You choose.')).toBeVisible();
    await expect(page.getByText(/right \d+ of the last \d+ times\.$/u).first()).toBeVisible();
    await expectAccessible(page);
    const suggested = page.getByRole('radio', { name: /^Travel Documents Office/u });
    await suggested.press('Space');
    await expect(suggested).toBeChecked();
    await expect(page.getByLabel(/^MDA/u).locator('option:checked')).toHaveText('Travel Documents Office');
    await page.getByLabel(/^MDA/u).selectOption(notKnown.mda);
    await page.getByRole('button', { name: 'Submit Complaint' }).click();
    await expectToast(page, 'Complaint submitted successfully!');

    const desk = await openDesk(browser, 'oversight@demo.example', 'complaint/undecided');
    await desk.getByRole('link', { name: new RegExp(title, 'u') }).click();
    await desk.getByRole('button', { name: 'Decide', exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: 'Decide who takes it' });
    await dialog.getByRole('radio', { name: /^Travel Documents Office/u }).check();
    await expect(dialog.getByLabel(/^MDA/u).locator('option:checked')).toHaveText('Travel Documents Office');
  },
);
