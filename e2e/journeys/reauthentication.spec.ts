import { listSessions } from '@baraza/contract';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { agePassword } from '../support/database.ts';
import { chooseFromRow, openDesk } from '../support/desk.ts';
import { demoPassword, password } from '../support/portal.ts';
import { expectProblem, expectToast, toasts } from '../support/see.ts';
import { createStaffSession, enter, logInAgain, newCitizen } from '../support/session.ts';

test('an export asks for the password if it was typed long ago, and then goes on', async ({ browser }) => {
  const supervisor = 'supervisor@demo.example';
  const page = await openDesk(browser, supervisor, 'report');
  await agePassword(supervisor, 20);
  const exportAll = page.getByRole('button', { name: 'Export as CSV' });
  await exportAll.click();
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(toasts(page, 'top').filter({ hasText: 'Please type your password again to go on.' })).toBeVisible();

  await exportAll.click();
  await dialog.getByLabel(/^Current Password/u).fill('not this one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expectProblem(page, 'The current password is not correct.');
  await dialog.getByLabel(/^Current Password/u).fill(demoPassword);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Continue' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.csv$/u);
  await expect(dialog).toBeHidden();
  await expect(exportAll).toBeFocused();
  await Promise.all([page.waitForEvent('download'), exportAll.click()]);
  await expect(dialog).toBeHidden();
  await page.context().close();
});

test('a dialog keeps its typed text while it asks for the password', { tag: '@full' }, async ({ browser }) => {
  const administrator = 'admin@demo.example';
  const page = await openDesk(browser, administrator, 'staff');
  await agePassword(administrator, 20);
  await page.getByRole('searchbox').fill('officer2@demo.example');
  await page.getByRole('button', { name: /^Edit/u }).click();
  const form = page.getByRole('dialog', { name: 'Edit the account' });
  const name = await form.getByLabel('Last name').inputValue();
  await form.getByLabel('Last name').fill('Changed');
  await form.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectProblem(page, 'Please type your password again to go on.');
  await expect(form.getByLabel('Last name')).toHaveValue('Changed');
  await form.getByLabel('Last name').fill(name);
  await form.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel(/^Current Password/u).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Account saved.');
  await page.context().close();
});

test('an administrator ends all sessions of a colleague', { tag: '@full' }, async ({ browser }) => {
  const email = 'officer2@demo.example';
  const colleague = await openDesk(browser, email);
  await expect(colleague.getByRole('main')).toBeVisible();
  const page = await openDesk(browser, 'admin@demo.example', 'staff');
  await page.getByRole('searchbox').fill(email);
  await chooseFromRow(page, /^Log out /u);
  await page.getByRole('button', { name: 'Yes, log out' }).click();
  await expect(toasts(page, 'bottom').filter({ hasText: 'is logged out everywhere.' })).toBeVisible();
  await expect(colleague).toHaveURL(/\/desk\/login/u);
  await expect(page.getByRole('button', { name: /^Edit/u })).toBeVisible();
  for (const each of [colleague, page]) await each.context().close();
});

test('a citizen ends another session after typing the password', async ({ browser }) => {
  const citizen = await newCitizen();
  const { call: elsewhere } = await logInAgain(citizen.email);
  const context = await browser.newContext();
  await enter(context, citizen, 'web');
  const page = await context.newPage();
  await page.goto('/app/profile');
  await agePassword(citizen.email, 20);
  const end = page.getByRole('button', { name: /^Log out there/u });
  await end.click();
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(end).toBeVisible();
  await end.click();
  await dialog.getByLabel(/^Current Password/u).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Logged out there.');
  await expect(end).toBeHidden();
  await expect(elsewhere(listSessions)).rejects.toThrow('Please log in again.');
  await context.close();
});

test('staff list their sessions and end one', { tag: '@full' }, async ({ browser }) => {
  const supervisor = 'supervisor@demo.example';
  const elsewhere = await createStaffSession(supervisor);
  const page = await openDesk(browser, supervisor, 'report');
  await agePassword(supervisor, 20);
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByRole('button', { name: 'Where you are logged in' }).click();
  const list = page.getByRole('dialog', { name: 'Where you are logged in' });
  await expect(list.getByText('This device')).toHaveCount(1);
  const end = list.getByRole('listitem').filter({ hasText: 'Unknown device' }).getByRole('button');
  await end.first().click();
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await dialog.getByLabel(/^Current Password/u).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Logged out there.');
  // Other journeys may have left sessions.
  for (let left = await end.count(); left > 0; left -= 1) {
    await end.first().click();
    await expect(end).toHaveCount(left - 1);
  }
  await expect(elsewhere.call(listSessions)).rejects.toThrow('Please log in again.');
  await page.context().close();
});
