import { readFile } from 'node:fs/promises';
import { getUser } from '@baraza/contract/account/account';
import { expect, test } from '@playwright/test';
import { password } from '../support/portal.ts';
import { expectProblem } from '../support/see.ts';
import { enter, newCitizen } from '../support/session.ts';

let citizen: Awaited<ReturnType<typeof newCitizen>>;
test.beforeEach(async ({ context, page }) => {
  citizen = await newCitizen('Halima', 'Bello');
  await enter(context, citizen, 'web');
  await page.goto('/app/profile');
});

test('a citizen exports all of their data', async ({ page }) => {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.zip$/u);
  const zip = (await readFile(await file.path())).toString('latin1');
  expect(zip.startsWith('PK')).toBe(true);
  expect(zip).toContain(citizen.email);
});

test('a failed export shows a message and can be tried again', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/users/export', (route) => route.abort());
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible();
  await page.unroute('**/api/users/export');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await saved;
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toHaveCount(0);
});

test('deleting an account needs the password, and ends its log-in for good', async ({ page }) => {
  const open = page.getByRole('button', { name: 'Delete my account' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog).toContainText('withdraw them first');
  const remove = dialog.getByRole('button', { name: 'Delete for good' });
  await expect(remove).toBeDisabled();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();

  await open.click();
  await dialog.getByLabel(/^Your password/u).fill('not the password');
  await remove.click();
  await expectProblem(page, 'The current password is not correct.');
  expect(await citizen.call(getUser)).toMatchObject({ first_name: 'Halima' });

  await dialog.getByLabel(/^Your password/u).fill(password);
  await remove.click();
  await page.waitForURL(/\/login$/u);
  await expect(page.getByRole('status').filter({ hasText: 'Your account is deleted.' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await expect(citizen.call(getUser)).rejects.toMatchObject({ status: 401 });
  await page.getByLabel('Email').fill(citizen.email);
  await page.getByLabel(/^Password/u).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expectProblem(page, 'The email or the password is not correct.');
});
