import { expect, test } from '@playwright/test';
import { continueForm, openComplaintForm, record } from '../support/complaint-form.ts';
import { enter, newCitizen } from '../support/session.ts';
import { teachSuggestion } from '../support/suggestions.ts';

test('on a phone the recorder is in view, and a spoken complaint takes at most 14 taps', async ({ context, page }) => {
  await enter(context, await newCitizen('Bisi', 'Adewale'), 'web');
  const words = 'The attendant at the turnstile demanded a keepsake for my lanyard';
  await teachSuggestion(words, 'Illegal Duty');
  // The shape of the form is settled when it opens.
  await page.setViewportSize({ width: 360, height: 740 });
  await openComplaintForm(page);
  const recorder = page.getByRole('button', { name: 'Start Recording' });
  await expect(recorder).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => {
    document.body.dataset['taps'] = '0';
    addEventListener(
      'pointerdown',
      () => (document.body.dataset['taps'] = String(Number(document.body.dataset['taps']) + 1)),
      true,
    );
  });
  await record(page);
  await page.getByLabel(/^Subject\/Title/u).click();
  await page.keyboard.type(words);
  await continueForm(page);
  await page.getByRole('radio', { name: /^Travel Documents Office/u }).click();
  await page.getByRole('radio', { name: /^Illegal Duty/u }).click();
  await expect(page.getByLabel(/^Category/u).locator('option:checked')).toHaveText('Illegal Duty');
  await page.getByLabel(/^Jurisdiction/u).selectOption({ index: 1 });
  await continueForm(page);
  await page.getByLabel(/Where did this happen/u).click();
  await page.keyboard.type('Hillside clinic');
  await page.getByRole('button', { name: 'Today' }).click();
  await continueForm(page);
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  await expect(page.getByRole('heading', { name: 'Complaint submitted successfully!' })).toBeVisible();
  // A choice from a list counts as two taps, which a script makes without a pointer.
  expect(Number(await page.evaluate(() => document.body.dataset['taps'])) + 2).toBeLessThanOrEqual(14);
});
