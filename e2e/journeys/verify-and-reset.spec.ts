import { type Page, expect, test } from '@playwright/test';
import { ageCodes } from '../support/database.ts';
import { mailsTo, waitForCode } from '../support/outbox.ts';
import { newEmail, password } from '../support/portal.ts';
import { errorAt, expectProblem, expectToast, toasts } from '../support/see.ts';
import { newCitizen, registerCitizen } from '../support/session.ts';

const boxes = (page: Page) => page.getByRole('textbox', { name: /^Digit/u });
const digits = (page: Page) => boxes(page).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function register(page: Page): Promise<string> {
  await page.goto('/register');
  return registerCitizen(page, newEmail('tunde'));
}

test('the six boxes of a code take one digit each and move the focus along', async ({ page }) => {
  const email = await register(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service Delivery Feedback Portal');
  await expect(page.getByText(`Enter the 6-digit code sent to ${email}`)).toBeVisible();
  await expect(boxes(page)).toHaveCount(6);
  await expect(boxes(page).first()).toHaveAttribute('autocomplete', 'one-time-code');
  await boxes(page).nth(4).click();
  await expect(boxes(page).nth(0)).toBeFocused();
  await page.keyboard.type('1a2 3');
  expect(await digits(page)).toEqual(['1', '2', '3', '', '', '']);
  await expect(boxes(page).nth(3)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(boxes(page).nth(2)).toBeFocused();
  await page.keyboard.press('Backspace');
  expect(await digits(page)).toEqual(['1', '2', '', '', '', '']);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter all six digits of the code.');
  await boxes(page).nth(0).click();
  await expect(boxes(page).nth(2)).toBeFocused();
});

test('a code pasted from the mail with its dashes verifies the e-mail, even after a reload', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], baseURL: baseURL! });
  const page = await context.newPage();
  const email = await register(page);
  const code = await waitForCode(email);
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();

  await boxes(page).first().click();
  await page.keyboard.type(wrongFor(code));
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not correct.' })).toBeVisible();
  await expect(toasts(page, 'top')).toHaveText('This code is not correct.');
  await expect(page).toHaveTitle(/^Error:/u);
  // The boxes are empty again, and the first has the focus.
  expect(await digits(page)).toEqual(['', '', '', '', '', '']);
  await expect(boxes(page).first()).toBeFocused();

  await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)}-${code.slice(3)} `);
  await page.keyboard.press('Control+V');
  await expect(page).toHaveURL(/\/app\/complaint\/all-complaint$/u);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeTruthy();
  // The code is used: the screen leads back.
  await page.goto('/verify-email');
  await expect(page).toHaveURL(/\/app\/complaint\/all-complaint$/u);
  await context.close();
});

test('the code screen leads back when no e-mail waits for a code', { tag: '@full' }, async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('link', { name: 'Login' }).click();
  await page.evaluate(() => {
    history.pushState({ index: 2 }, '', '/verify-email');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).toHaveURL(/\/login$/u);
  await page.goto('/register');
  await page.goto('/verify-email');
  await expect(page).toHaveURL(/\/register$/u);
});

test(
  'five wrong attempts void a code, and a minute later another can be requested',
  { tag: '@full' },
  async ({ page }) => {
    // Installs the clock first: it cannot stop a timer that runs already.
    await page.clock.install();
    const email = await register(page);
    const code = await waitForCode(email);
    for (let i = 1; i <= 5; i++) {
      await boxes(page).first().click();
      await page.keyboard.type(wrongFor(code));
      await expect(page.getByRole('alert').filter({ hasText: 'This code is not correct.' })).toBeVisible();
      await expect(boxes(page).first()).toHaveValue('');
    }
    // The sixth attempt is right, and too late.
    await page.keyboard.type(code);
    await expect(
      page.getByRole('alert').filter({ hasText: 'Too many wrong tries. Ask for a new code.' }),
    ).toBeVisible();

    await ageCodes(email, 61);
    await page.clock.fastForward(61_000);
    await page.getByRole('button', { name: 'Resend OTP', exact: true }).click();
    await expectToast(page, 'OTP resent 🎉');
    await expect(page.getByRole('button', { name: /^Resend OTP in (?:60|5\d)s$/u })).toBeDisabled();
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
    // Autofill puts the whole code into the first box.
    await boxes(page)
      .first()
      .fill(await waitForCode(email));
    await expect(page).toHaveURL(/\/app\/complaint\/all-complaint$/u);
  },
);

test('an expired registration code shows that it has expired', { tag: '@full' }, async ({ page }) => {
  const email = await register(page);
  const code = await waitForCode(email);
  await ageCodes(email, 601);
  await boxes(page).first().click();
  await page.keyboard.type(code);
  await expect(page.getByRole('alert').filter({ hasText: 'This code has expired. Ask for a new one.' })).toBeVisible();
});

test('a citizen who forgot the password gets a code, sets a new password and logs in', async ({ page }) => {
  const citizen = await newCitizen('Zainab');
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot Password');
  const next = page.getByRole('button', { name: 'Continue' });
  await page.getByLabel('Email').fill('za');
  await expect(next).toBeDisabled();
  await page.getByLabel('Email').fill('zainab');
  await next.click();
  await expectProblem(page, 'Invalid email address');
  await page.getByLabel('Email').fill(citizen.email);
  await next.click();
  await expectToast(page, 'OTP code sent 🎉');
  await expect(page).toHaveURL(/\/forgot-password$/u);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset password');

  const resend = page.getByRole('button', { name: /^Resend OTP/u });
  await expect(resend).toHaveText(/^Resend OTP in (?:60|5\d)s$/u);
  await page.clock.fastForward(30_000);
  await expect(resend).toHaveText(/^Resend OTP in (?:30|2\d)s$/u);
  await expect(resend).toBeDisabled();
  await page.clock.fastForward(31_000);
  await expect(resend).toHaveText('Resend OTP');
  // Less than a minute has passed for the server, whose message shows beside the button.
  await resend.click();
  await expect(page.getByText(/^Please wait \d+ seconds before you ask for another code\.$/u).first()).toBeVisible();
  await ageCodes(citizen.email, 61);
  await resend.click();
  await expectToast(page, 'OTP resent 🎉');
  await expect(resend).toHaveText(/^Resend OTP in (?:60|5\d)s$/u);

  const save = page.getByRole('button', { name: 'Reset password' });
  await save.click();
  await expectProblem(page, 'All fields are required');
  await expect.poll(async () => (await mailsTo(citizen.email)).length).toBe(3);
  const code = await waitForCode(citizen.email);
  await page.getByLabel('OTP code').fill(wrongFor(code));
  await page.getByLabel(/^New Password/u).fill('a-new-harmattan-2001');
  await page.getByRole('button', { name: 'Show: New Password' }).click();
  await expect(page.getByLabel(/^New Password/u)).toHaveAttribute('type', 'text');
  await page.getByLabel(/^Confirm Password/u).fill('something-else-2001');
  await save.click();
  await expect(errorAt(page, 'confirmPassword')).toContainText('The two passwords are not the same.');
  await page.getByLabel(/^Confirm Password/u).fill('a-new-harmattan-2001');
  await save.click();
  await expectProblem(page, 'This code is not correct.');
  await page.getByLabel('OTP code').fill(code);
  await save.click();
  await expectToast(page, 'Password reset successful🎉');
  await expect(page).toHaveURL(/\/login$/u);

  await page.getByLabel('Email').fill(citizen.email);
  await page.getByLabel(/^Password/u).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expectProblem(page, 'The email or the password is not correct.');
  await page.getByLabel(/^Password/u).fill('a-new-harmattan-2001');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/app\/complaint\/all-complaint$/u);
});

test('the form to reset a password asks for the e-mail first', { tag: '@full' }, async ({ page }) => {
  await page.goto('/forgot-password');
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByRole('alert')).toHaveText('Email is required to request OTP.');
});

test('going back after a mistyped e-mail shows the filled form again', { tag: '@full' }, async ({ page }) => {
  const email = await register(page);
  await expect(boxes(page).first()).toBeFocused();
  await page.getByRole('link', { name: 'Change it' }).click();
  await expect(page).toHaveURL(/\/register$/u);
  await expect(page.getByLabel('First Name')).toHaveValue('Amara');
  await expect(page.getByLabel('Last Name')).toHaveValue('Okoye');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel(/^Password/u)).toHaveValue('');
  await registerCitizen(page, newEmail('right'));
});

/** Opens the reset form of a new citizen, with the code from their mail. */
async function askForReset(
  page: Page,
): Promise<{ email: string; code: string; send: (code: string) => Promise<void> }> {
  const { email } = await newCitizen('Kofi');
  await page.goto('/forgot-password-email');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/u);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
  const send = async (code: string) => {
    await page.getByLabel('OTP code').fill(code);
    await page.getByLabel(/^New Password/u).fill('a-new-harmattan-2001');
    await page.getByLabel(/^Confirm Password/u).fill('a-new-harmattan-2001');
    // The previous message is still on the screen, so this waits for the new response.
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/reset-password'));
    await page.getByRole('button', { name: 'Reset password' }).click();
    await answered;
  };
  return { email, code: await waitForCode(email), send };
}

test(
  'an expired code of a forgotten password shows so, and the typed passwords stay',
  { tag: '@full' },
  async ({ page }) => {
    const { email, code, send } = await askForReset(page);
    await ageCodes(email, 601);
    await send(code);
    await expectProblem(page, 'This code has expired. Ask for a new one.');
    await expect(page.getByLabel(/^New Password/u)).toHaveValue('a-new-harmattan-2001');
  },
);

test('five wrong attempts void a code of a forgotten password', { tag: '@full' }, async ({ page }) => {
  const { code, send } = await askForReset(page);
  for (let i = 1; i <= 5; i++) {
    await send(wrongFor(code));
    await expectProblem(page, 'This code is not correct.');
  }
  await send(code);
  await expectProblem(page, 'Too many wrong tries. Ask for a new code.');
});
