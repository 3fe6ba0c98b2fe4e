import { type Page, expect } from '@playwright/test';
import { today } from './complaints.ts';
import { expectArrived } from './see.ts';

/** An MDA without jurisdictions, and one that asks for a jurisdiction. */
export const plainMda = 'Ministry of Health';
export const mdaWithPlaces = 'Travel Documents Office';

/** Types into the rich-text editor, which is no input. */
export async function typeDetails(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /Details\/Description/u }).click();
  await page.keyboard.type(text);
}

const usual = { mda: { label: plainMda }, category: { label: 'Poor Service' } };
type Choice = { label: string } | { value: string };

/** Opens the form by the button of the dashboard. */
export async function openComplaintForm(page: Page): Promise<void> {
  await page.goto('/app');
  await page.getByRole('main').getByRole('link', { name: 'New Complaint' }).first().click();
  await expectArrived(page, 'New Complaint');
}

/** Opens the next part of the form on a phone. */
export const continueForm = (page: Page, timeout?: number) =>
  page.locator('.submit-bar').getByRole('button', { name: 'Continue' }).click({ timeout });

/** Whether the form, once it is there, opens one part at a time. */
export async function isFolded(page: Page): Promise<boolean> {
  await page.locator('#title').waitFor({ state: 'attached' });
  return (await page.locator('#part-what').count()) > 0;
}

/** Opens the last part of a filled form, where Submit stands; nothing to do on a wide screen. */
export async function toLastPart(page: Page): Promise<void> {
  if (!(await isFolded(page))) return;
  const submit = page.getByRole('button', { name: 'Submit Complaint' });
  await expect(async () => {
    // A part opens once the one before is checked: the button may go while it is aimed at.
    if (!(await submit.isVisible())) await continueForm(page, 1_000);
    await expect(submit).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Fills in the required fields of a new complaint; on a phone the part with the day stays open. */
export async function fillComplaint(
  page: Page,
  title: string,
  { mda, category }: { mda: Choice; category: Choice } = usual,
): Promise<void> {
  // On a phone the form opens one part at a time, and begins with the text.
  const inSteps = await isFolded(page);
  const who = async () => {
    await page.getByLabel(/^MDA/u).selectOption(mda);
    await page.getByLabel(/^Category/u).selectOption(category);
  };
  if (!inSteps) await who();
  await page.getByLabel(/^Subject\/Title/u).fill(title);
  await typeDetails(page, 'Nobody came to the window.');
  if (inSteps) {
    await continueForm(page);
    await who();
    await continueForm(page);
  }
  await page.getByLabel(/Where did this happen/u).fill('Hillside clinic');
  await page.getByLabel(/When did it happen/u).fill(today());
}

/** Records a second and a half of the browser's test tone. */
export async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByRole('button', { name: 'Stop Recording' })).toBeVisible();
  await page.waitForTimeout(1500);
  await page.getByRole('button', { name: 'Stop Recording' }).click();
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
}

/** The row of a chosen file, by its name. */
export const rowOf = (page: Page, name: string) => page.locator('li[data-status]').filter({ hasText: name });
