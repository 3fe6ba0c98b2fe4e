import { listFeedbackCategories, submitFeedback } from '@baraza/contract';
import { expect, test } from '@playwright/test';
import { waitForMail } from '../support/outbox.ts';
import { expectToast } from '../support/see.ts';
import { createStaffSession, enter, newCitizen, type Session } from '../support/session.ts';

async function send(citizen: Session, title: string) {
  const [category] = await citizen.call(listFeedbackCategories);
  const form = { category: category!.id, title, description: '<p>She waited for <strong>me</strong>.</p>' };
  return citizen.call(submitFeedback, { form });
}

test('an officer finds feedback and replies once, and its citizen reads the reply', async ({ browser }) => {
  const citizen = await newCitizen();
  const title = `A kind clerk ${Date.now()}`;
  const { id, trackingId } = await send(citizen, title);
  const context = await browser.newContext();
  await enter(context, await createStaffSession('oversight@demo.example'), 'desk');
  const page = await context.newPage();
  await page.goto('/desk/feedback?status=Pending');
  await page.getByRole('searchbox', { name: 'Search by tracking ID or words' }).fill(trackingId.slice(-6));
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await page.getByRole('button', { name: 'Send the reply' }).click();
  await expect(page.getByText('Error: This field is required.')).toBeVisible();
  await page.getByLabel(/^Reply/u).fill('Thank you, we told her.');
  await page.getByRole('button', { name: 'Send the reply' }).click();
  await expectToast(page, 'Reply sent to the citizen.');
  await expect(page.getByRole('heading', { name: 'The reply' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Send the reply' })).toBeHidden();
  expect(await waitForMail(citizen.email, /A reply to your feedback/u)).toContain('Thank you, we told her.');

  const portal = await browser.newContext();
  await enter(portal, citizen, 'web');
  const own = await portal.newPage();
  await own.goto(`/app/feedback/feedback-details/${id}`);
  await expect(own.getByText('Thank you, we told her.')).toBeVisible();
  await portal.close();
  await context.close();
});

test('the address of unknown feedback shows that it does not exist', { tag: '@full' }, async ({ browser }) => {
  const context = await browser.newContext();
  await enter(context, await createStaffSession('admin@demo.example'), 'desk');
  const page = await context.newPage();
  await page.goto(`/desk/feedback/${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'This feedback was not found' })).toBeVisible();
  await context.close();
});
