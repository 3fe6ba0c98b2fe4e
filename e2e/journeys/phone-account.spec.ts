import { type Page, expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { OwnPortal } from '../support/own-portal.ts';
import { password, port } from '../support/portal.ts';
import { expectToast } from '../support/see.ts';
import { SmsGateway } from '../support/sms-gateway.ts';

test.describe.configure({ mode: 'serial' });

const gateway = new SmsGateway();
let portal: OwnPortal;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  portal = await OwnPortal.create(port + 8);
  await portal.start(await gateway.start());
});
test.afterAll(async () => {
  await portal.remove();
  gateway.stop();
});

const number = '+2348035551234';
const typed = '0803 555 1234';
const another = 'nine purple drums';

async function register(page: Page, first: string): Promise<void> {
  await page.goto(`${portal.url}/register`);
  await page.getByLabel('First Name').fill(first);
  await page.getByLabel('Last Name').fill('Okoye');
  await page.getByLabel('Email or phone number').fill(typed);
  await expect(page.getByText('We send a code to this number')).toBeVisible();
  await expect(page.getByLabel(/^Phone Number/u)).toHaveCount(0);
  await page.getByLabel(/^Password/u).fill(password);
  await page.getByLabel(/^Confirm Password/u).fill(password);
  await expectAccessible(page);
  const seen = gateway.textsTo(number).length;
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/verify-email$/u);
  await expect(page.getByText(`Enter the 6-digit code sent to ${typed}`)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type(await gateway.codeFor(number, seen));
  await page.waitForURL(/\/app\//u);
}

/** Logs in by number and password; returns the code that came. */
async function askToLogIn(page: Page): Promise<string> {
  await page.goto(`${portal.url}/login`);
  await page.getByLabel('Email or phone number').fill(typed);
  await page.getByLabel(/^Password/u).fill(password);
  const seen = gateway.textsTo(number).length;
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText(`Enter the 6-digit code sent to ${typed}`)).toBeVisible();
  return gateway.codeFor(number, seen);
}

test('a citizen registers by telephone, and logs in with number, password and code', async ({ browser }) => {
  const first = await browser.newPage();
  await register(first, 'Amara');
  await first.close();

  const page = await browser.newPage();
  const code = await askToLogIn(page);
  await expectAccessible(page);
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not correct.' })).toBeVisible();
  await page.keyboard.type(code);

  await page.waitForURL(/\/app/u);
  await expect(page.getByRole('link', { name: /Amara Okoye/u })).toBeVisible();
  await page.close();
});

test('one of two accounts with a number is chosen after the code, to log in and for a new password', async ({
  browser,
}) => {
  const first = await browser.newPage();
  await register(first, 'Bola');
  await first.close();

  const page = await browser.newPage();
  await page.keyboard.type(await askToLogIn(page));
  await expect(page.getByRole('heading', { name: 'Choose your account' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Bola Okoye' }).click();
  await page.waitForURL(/\/app/u);
  await page.close();

  const reset = await browser.newPage();
  await reset.goto(`${portal.url}/forgot-password-email`);
  await reset.getByLabel('Email or phone number').fill(typed);
  const seen = gateway.textsTo(number).length;
  await reset.getByRole('button', { name: 'Continue' }).click();
  await reset.getByLabel('OTP code').fill(await gateway.codeFor(number, seen));
  await reset.getByLabel(/^New Password/u).fill(another);
  await reset.getByLabel(/^Confirm Password/u).fill(another);
  await reset.getByRole('button', { name: 'Reset password' }).click();
  await reset.getByLabel('Your account').selectOption({ label: 'Bola Okoye' });
  await expectAccessible(reset);
  await reset.getByRole('button', { name: 'Reset password' }).click();
  await expectToast(reset, 'Password reset successful🎉');
  await expect.poll(() => gateway.textsTo(number).at(-1)).toContain('Your password was changed');
  await reset.close();
});

test('how news of complaints come is chosen in the profile, and kept', async ({ browser }) => {
  const page = await browser.newPage();
  await page.keyboard.type(await askToLogIn(page));
  await page.waitForURL(/\/app/u);
  await page.goto(`${portal.url}/app/profile`);
  await expect(page.getByRole('radio', { name: 'By SMS' })).toBeChecked();
  await expectAccessible(page);
  const saved = page.waitForResponse('**/api/users/news');

  await page.getByRole('radio', { name: 'Only here in the portal' }).check();
  expect((await saved).status()).toBe(200);
  await page.reload();

  await expect(page.getByRole('radio', { name: 'Only here in the portal' })).toBeChecked();
  await page.close();
});

test('a new number takes effect with the password and a code, and the old one is told', async ({ browser }) => {
  const page = await browser.newPage();
  await page.keyboard.type(await askToLogIn(page));
  await page.waitForURL(/\/app/u);
  await page.goto(`${portal.url}/app/profile`);
  const next = '+2348035559876';
  await page.getByLabel('Phone Number').fill(next);
  await page.getByRole('textbox', { name: 'Password, to confirm the change' }).fill(password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Until you enter it, nothing changes.')).toBeVisible();
  await page.getByRole('link', { name: 'Enter the code' }).click();
  await expect(page.getByText(`Enter the 6-digit code sent to ${next}`)).toBeVisible();
  await page.keyboard.type(await gateway.codeFor(next));

  await page.waitForURL(/\/app\/profile$/u);
  await expect(page.getByLabel('Phone Number')).toHaveValue(next);
  await expect.poll(() => gateway.textsTo(number).at(-1)).toContain('The phone number of your account was changed');
  await page.close();
});
