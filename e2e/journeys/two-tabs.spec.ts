import { type Page, expect, test } from '@playwright/test';
import { fileComplaint } from '../support/complaints.ts';
import { newCitizen } from '../support/session.ts';

const title = 'Seen by one alone';
const title2 = 'Still being typed';

/** Changes who is signed in, as logging in in that tab does. */
const change = (page: Page, token: string) => page.evaluate((it) => localStorage.setItem('authToken', it), token);

test('nothing of the one before stays when somebody else logs in', async ({ page, context }) => {
  const [first, second] = await Promise.all([newCitizen('Amara'), newCitizen('Bisi')]);
  const { id } = await fileComplaint(first.call, { title });
  const other = await context.newPage();
  await other.goto('/login');
  await change(other, first.token);
  await page.goto(`/app/complaint/complaint-details/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await change(other, second.token);
  await expect(page.getByText(title)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
});

test('logging out in one empties both', async ({ page, context }) => {
  const { token } = await newCitizen('Amara');
  const other = await context.newPage();
  await other.goto('/login');
  await change(other, token);
  await page.goto('/app/complaint/new-complaint');
  await page.evaluate(() => sessionStorage.setItem('typed:reopen', 'What was typed into a dialog'));
  await other.goto('/app/profile');
  await other.getByRole('button', { name: 'Logout' }).click();
  // Not saved yet when the other tab says yes.
  await page.getByLabel(/^Subject\/Title/u).fill(title2);
  await other.getByRole('button', { name: 'Yes, log out' }).click();
  await expect(other).toHaveURL(/\/login$/u);
  await expect(page).toHaveURL(/\/login$/u);
  const left = () => page.evaluate(() => [localStorage.length, sessionStorage.length]);
  await expect.poll(left).toEqual([0, 0]);
});
