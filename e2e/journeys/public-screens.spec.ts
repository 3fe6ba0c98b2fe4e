import { expect, test } from '@playwright/test';
import { mailsTo } from '../support/outbox.ts';
import { demoPassword, newEmail, password } from '../support/portal.ts';
import { errorAt, expectProblem, expectToast, falsePicture } from '../support/see.ts';

test('the landing screen leads citizens to the login and staff to the desk', async ({ page, context }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/^Service Delivery Portal/u);
  await expect(page.getByRole('heading', { level: 1, name: 'Service Delivery Portal' })).toBeVisible();
  await expect(page.getByText('Login as:', { exact: true })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('2024');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^MDA/u }).click();
  const desk = await opened;
  await expect(desk).toHaveURL(/\/desk\//u);
  await desk.close();
  await page.getByRole('link', { name: 'Public User' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  await page.goBack();
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/register$/u);
});

test('the landing screen works without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Service Delivery Portal' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Public User' })).toHaveAttribute('href', '/login');
  const notice = page.locator('noscript p', { hasText: 'Logging in, the public numbers' });
  await expect(notice).toHaveCount(0);
  for (const address of ['/numbers', '/verify', '/login']) {
    await page.goto(address);
    await expect(notice).toBeVisible();
    await expect(notice.locator('a[href="/track/plain"]')).toBeVisible();
  }
  await context.close();
});

test(
  'every page contains the settings of the installation before any script runs',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    const page = await context.newPage();
    const settings = (await (await page.request.get('/api/portal')).json()) as Record<string, string>;
    await page.goto('/');
    await expect(page).toHaveTitle(new RegExp(settings['productName']!, 'u'));
    await expect(page.getByRole('link', { name: /^MDA/u })).toHaveAttribute('href', settings['mdaPortalUrl']!);
    await expect(page.getByRole('contentinfo')).toContainText(settings['copyright']!);
    await expect(page.locator('noscript p')).toBeVisible();
    expect(await page.locator('noscript p').innerHTML()).toContain(settings['supportEmail']!);
    expect(await page.content()).not.toMatch(/%[A-Z_]+%/u);
    await context.close();
  },
);

test('an unknown address shows the page for unknown addresses', { tag: '@full' }, async ({ page }) => {
  await page.goto('/no/such/screen');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.getByText('There is no page at this address.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(/\/$/u);
});

test('the register form marks missing and invalid fields and keeps the typed text', async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectProblem(page, 'All fields are required');
  await expect(page).toHaveTitle(/^Error:/u);
  for (const id of ['first_name', 'last_name', 'email', 'password', 'confirmPassword']) {
    await expect(errorAt(page, id)).toBeVisible();
  }
  await expect(errorAt(page, 'phone')).toHaveCount(0);

  await page.getByLabel('First Name').fill('Amara');
  await page.getByLabel('Last Name').fill('Okoye');
  await page.getByLabel('Email').fill('amara at example');
  await page.getByLabel(/^Password/u).fill(password);
  await page.getByLabel(/^Confirm Password/u).fill(`${password}?`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectProblem(page, 'Invalid email address');
  await expect(errorAt(page, 'email')).toContainText('Invalid email address');
  await page.getByRole('link', { name: /^Email: Invalid email address/u }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(newEmail('amara'));
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(errorAt(page, 'confirmPassword')).toContainText('The two passwords are not the same.');
  await expect(page.getByLabel('First Name')).toHaveValue('Amara');
  await expect(page.getByText('By creating an account you agree')).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/u);
});

test('the server’s refusal of a photo keeps everything typed', { tag: '@full' }, async ({ page }) => {
  const email = newEmail('chidi');
  await page.goto('/register');
  await page.locator('input[type=file]:not([capture])').setInputFiles(falsePicture('face.png'));
  await page.getByLabel('First Name').fill('Chidi');
  await page.getByLabel('Last Name').fill('Eze');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/u).fill('password');
  await page.getByLabel(/^Confirm Password/u).fill('password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.locator('section[role=alert]')).toContainText(
    'Only photos (JPEG, PNG, WebP, AVIF, GIF) are accepted.',
  );
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(errorAt(page, 'password')).toContainText('This password is too easy to guess. Choose another one.');
  expect(await mailsTo(email)).toEqual([]);

  await page.getByLabel(/^Password/u).fill(password);
  await page.getByLabel(/^Confirm Password/u).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectToast(page, 'Registration successful 🎉. Redirecting...');
  await expect(page).toHaveURL(/\/verify-email$/u);

  // Logging in before the e-mail is verified leads back to the code.
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/u).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/verify-email$/u);
  await expect(page.getByText(`Enter the 6-digit code sent to ${email}`)).toBeVisible();
});

test('the login form activates its button once it is filled, shows an error, and logs in', async ({ page }) => {
  await page.goto('/login');
  const login = page.getByRole('button', { name: 'Login' });
  await expect(login).toBeDisabled();
  await page.getByLabel('Email').fill('ci');
  await page.getByLabel(/^Password/u).fill('secret');
  await expect(login).toBeDisabled();
  await page.getByLabel('Email').fill('cit');
  await expect(login).toBeEnabled();
  await page.getByLabel(/^Password/u).fill('se');
  await expect(login).toBeDisabled();

  await page.getByLabel(/^Password/u).fill('wrong-password');
  await page.getByRole('button', { name: 'Show: Password' }).click();
  await expect(page.getByLabel(/^Password/u)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide: Password' }).click();
  await expect(page.getByLabel(/^Password/u)).toHaveAttribute('type', 'password');
  await login.click();
  await expectProblem(page, 'Invalid email address');
  await page.getByLabel('Email').fill('citizen2@demo.example');
  await login.click();
  await expectProblem(page, 'The email or the password is not correct.');
  await expect(page.getByLabel('Email')).toHaveValue('citizen2@demo.example');

  await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/forgot-password-email');
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  await page.getByLabel(/^Password/u).fill(demoPassword);
  await login.click();
  await expectToast(page, 'Login successful 🎉');
  await expect(page).toHaveURL(/\/app\/complaint\/all-complaint$/u);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeTruthy();
  // A signed-in citizen is led away from the login.
  await page.goto('/login');
  await expect(page).toHaveURL(/\/app\/complaint\/all-complaint$/u);
});
