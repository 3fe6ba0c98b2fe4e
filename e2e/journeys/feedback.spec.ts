import { listFeedback } from '@baraza/contract/feedback/feedback';
import { expect, test } from '@playwright/test';
import { fixture } from '../support/portal.ts';
import { rowOf, typeDetails } from '../support/complaint-form.ts';
import { today } from '../support/complaints.ts';
import { errorAt, expectProblem, fileOf } from '../support/see.ts';
import { createCitizenSession, enter, newCitizen } from '../support/session.ts';

test('a citizen writes feedback with a draft, checks it, sends it and reads it again', async ({ page, context }) => {
  const citizen = await newCitizen('Hauwa', 'Sani');
  await enter(context, citizen, 'web');
  await page.goto('/app/feedback');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feedback');
  await expect(page.getByText('Do you have any feedback for us? Let us know!')).toBeVisible();
  await expect(page.getByText('No complaints found.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'New Feedback' }).click();

  const send = page.getByRole('button', { name: 'Submit', exact: true });
  const text = page.getByRole('textbox', { name: /Details\/Description/u });
  await expect(text).toHaveAttribute('data-placeholder', 'Please provide enough details...');
  await send.click();
  await expectProblem(page, 'All fields are required');
  for (const id of ['category', 'title', 'description']) await expect(errorAt(page, id)).toBeVisible();
  await page.getByLabel(/^Feedback Category/u).selectOption({ label: 'Praise' });
  await page.getByLabel(/^Subject\/Title/u).fill('Good');
  await typeDetails(page, 'The new office is kind.');
  await send.click();
  await expectProblem(page, 'Input too short');
  await page.getByLabel(/^Subject\/Title/u).fill('A kind office');

  const chooser = page.locator('input[type=file]:not([capture])[multiple]');
  await expect(chooser).toHaveAttribute('accept', 'image/*');
  await chooser.setInputFiles([fixture('receipt.png'), fixture('counter.mp4')]);
  await chooser.setInputFiles(fileOf('heavy.png', 'image/png', 10 * 1024 * 1024 + 1));
  await expect(rowOf(page, 'counter.mp4')).toContainText('Only photos (JPEG, PNG, WebP, AVIF, GIF) are accepted.');
  await expect(rowOf(page, 'heavy.png')).toContainText('Media size should not exceed 10mb!');
  await expect(rowOf(page, 'receipt.png')).toContainText('Ready');
  await page.waitForTimeout(800);
  await page.reload();
  await expect(page.getByText(/^We kept your draft from/u)).toBeVisible();
  await expect(rowOf(page, 'receipt.png')).toContainText('Ready');
  await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('A kind office');
  const second = await context.newPage();
  await second.goto('/app/feedback/new-feedback');
  await expect(rowOf(second, 'receipt.png')).toContainText('Ready');
  // The response is lost: sent again, by either tab, it is still one feedback.
  const keys: (string | undefined)[] = [];
  await context.route('**/api/feedback', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await send.click();
  await expect(page).toHaveURL(/all-feedback$/u);
  await expect.poll(() => keys).toEqual([keys[0], keys[0]]);
  await second.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(second).toHaveURL(/all-feedback$/u);
  await second.close();

  const card = page.getByRole('article').filter({ hasText: 'A kind office' });
  await expect(card.getByText('Praise')).toHaveCSS('text-transform', 'uppercase');
  const { items } = await citizen.call(listFeedback);
  expect(items).toHaveLength(1);
  const [sent] = items;
  for (const words of [sent!.trackingId, today(), 'Pending']) await expect(card).toContainText(words);
  await card.getByRole('link', { name: /^View Details/u }).click();
  await expect(page).toHaveURL(new RegExp(`feedback-details/${sent!.id}$`, 'u'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A kind office');
  const reply = page.getByRole('region', { name: 'Reply' });
  await expect(reply.getByText('---')).toHaveCount(3);
  await page.getByRole('button', { name: /^Attachment 1 of 1/u }).click();
  const image = page.getByRole('dialog').locator('img');
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(10);
});

test(
  'a citizen searches, orders and filters the list of feedback, and its details show the reply',
  { tag: '@full' },
  async ({ page, context }) => {
    const citizen = await createCitizenSession();
    await enter(context, citizen, 'web');
    const { items } = await citizen.call(listFeedback, { query: { limit: 100 } });
    const answered = items.find((it) => it.reply)!;
    await page.goto('/app/feedback/all-feedback');
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveText(items.map((it) => it.title));
    await page.getByLabel('Sort By').selectOption({ label: 'Oldest' });
    await expect(titles).toHaveText(items.map((it) => it.title).toReversed());

    const search = page.getByPlaceholder('Search for your feedbacks...');
    // Finds it by title, text and name of the category, in any case.
    for (const term of [answered.title.toUpperCase(), 'EVERY ONE OF US', answered.category.name.toLowerCase()]) {
      await search.fill(term);
      await expect(titles).toHaveText([answered.title]);
    }
    await search.fill('no such words');
    await expect(page.getByText('No complaints found.', { exact: true })).toBeVisible();
    await search.fill('');
    await page.getByLabel('Category').selectOption({ label: answered.category.name });
    await expect(titles).toHaveText([answered.title]);
    await page.getByRole('link', { name: /^View Details/u }).click();
    const reply = page.getByRole('region', { name: 'Reply' });
    await expect(reply).toContainText(answered.reply!);
    await expect(reply).toContainText(answered.replier!);
    await expect(reply).toContainText(answered.repliedAt!.slice(0, 10));
    await expect(reply.getByText('---')).toHaveCount(0);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/all-feedback/u);
  },
);
