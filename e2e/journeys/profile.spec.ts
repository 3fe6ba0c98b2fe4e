import { getUser } from '@baraza/contract/account/account';
import { expect, test } from '@playwright/test';
import { waitForCode } from '../support/outbox.ts';
import { fixture, newEmail, password } from '../support/portal.ts';
import { errorAt, expectProblem, expectToast } from '../support/see.ts';
import { enter, newCitizen } from '../support/session.ts';

let citizen: Awaited<ReturnType<typeof newCitizen>>;
test.beforeEach(async ({ context, page }) => {
  citizen = await newCitizen('Yusuf', 'Danjuma');
  await enter(context, citizen, 'web');
  await page.goto('/app/profile');
});

test('the profile’s Save button is active only while something differs, and the new name shows at once', async ({
  page,
}) => {
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(page.getByLabel('First Name')).toHaveValue('Yusuf');
  await expect(page.getByLabel('Email')).toHaveValue(citizen.email);
  await expect(save).toBeDisabled();
  await page.getByLabel('First Name').fill('Yusufa');
  await expect(save).toBeEnabled();
  await page.getByLabel('First Name').fill('Yusuf');
  await expect(save).toBeDisabled();

  await page.getByLabel('Last Name').fill('Musa');
  await save.click();
  await expectProblem(page, 'Phone Number: This field is required.');
  await expect(errorAt(page, 'phone')).toBeVisible();
  await expect(page.getByLabel('Last Name')).toHaveValue('Musa');
  await page.getByLabel('Phone Number').fill('call me');
  await save.click();
  await expectProblem(page, 'Invalid input.');
  await page.getByLabel('Phone Number').fill('+234 803 123 4567');
  await page.locator('input[type=file]:not([capture])').setInputFiles(fixture('face.jpg'));
  await save.click();
  await expectToast(page, 'Profile updated successfully 🎉');
  await expect(save).toBeDisabled();
  const who = page.getByRole('banner').getByRole('link', { name: /Profile: .*Yusuf Musa/u });
  await expect(who).toBeVisible();
  const photo = who.locator('img');
  await expect.poll(() => photo.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  const user = await citizen.call(getUser);
  expect(user).toMatchObject({ last_name: 'Musa', phone: '+234 803 123 4567' });
  expect(user.profilePhoto).not.toBeNull();
});

test('changing the password needs all three fields, and the server’s refusal is shown', async ({ page }) => {
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const [current, fresh, again] = ['Current Password', 'New Password', 'Confirm Password'].map((name) =>
    page.getByLabel(new RegExp(`^${name}`, 'u')),
  );
  await expect(save).toBeDisabled();
  await current!.fill('abc');
  await fresh!.fill('abc');
  await again!.fill('ab');
  await expect(save).toBeDisabled();
  await again!.fill('abc');
  await expect(save).toBeEnabled();
  await save.click();
  await expectProblem(page, 'Use 8 to 128 characters for the password.');
  await fresh!.fill('savannah-rain-1960');
  await again!.fill('savannah-rain-1960');
  await save.click();
  await expectProblem(page, 'The current password is not correct.');
  await current!.fill(password);
  await save.click();
  await expectToast(page, 'Password changed successfully 🎉');
  for (const field of [current, fresh, again]) await expect(field!).toHaveValue('');
  await expect(save).toBeDisabled();
  // The current session survives.
  await page.reload();
  await expect(page.getByLabel('First Name')).toHaveValue('Yusuf');
});

test('changing the e-mail asks for the password and then for a code', async ({ page }) => {
  const next = newEmail('yusuf.new');
  await page.getByLabel('Phone Number').fill('+234 803 123 4567');
  await page.getByLabel('Email').fill(next);
  const secret = page.getByLabel(/^Password, to confirm the new email/u);
  await secret.fill(password);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`We sent a code to ${next}`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(citizen.email);
  const code = await waitForCode(next);
  await page.getByRole('link', { name: 'Enter the code' }).click();
  await expect(page.getByText(`Enter the 6-digit code sent to ${next}`)).toBeVisible();
  await page.getByRole('textbox', { name: /^Digit 1/u }).click();
  await page.keyboard.type(code);
  await expect(page).toHaveURL(/\/app\/profile$/u);
  await expect(page.getByLabel('Email')).toHaveValue(next);
});

test('the theme follows the device until one is chosen', { tag: '@full' }, async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(light);
  await page.getByLabel('Theme').selectOption('Light');
  expect(await ground()).toBe(light);
  await page.reload();
  await expect(page.getByLabel('Theme')).toHaveValue('light');
  expect(await ground()).toBe(light);
});
