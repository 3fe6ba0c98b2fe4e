import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { chooseFromRow } from '../support/desk.ts';
import { Secret, TOTP } from 'otpauth';
import { mailsTo, waitForMail } from '../support/outbox.ts';
import { demoPassword, newEmail, password } from '../support/portal.ts';
import { expectProblem, expectToast } from '../support/see.ts';
import { createStaffSession, enter } from '../support/session.ts';

/*
 * A new member of staff, invited by mail, sets a password and logs in with a second step from then on.
 */

const code = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 30_000 });

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/desk/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Log Out|Yes/u })
    .last()
    .click();
  await page.waitForURL(/\/desk\/login$/u);
}

async function expectDesk(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Account of/u })).toBeVisible();
}

test('an invited officer turns on two-step sign-in, logs in with it, and has it reset after losing everything', async ({
  page,
  browser,
}) => {
  const email = newEmail('chidi');
  const office = await browser.newContext();
  await enter(office, await createStaffSession('admin@demo.example'), 'desk');
  const desk = await office.newPage();

  await test.step('the administrator invites, twice', async () => {
    await desk.goto('/desk/staff');
    await desk.getByRole('button', { name: 'New account' }).click();
    const dialog = desk.getByRole('dialog', { name: 'New account' });
    await dialog.getByLabel('First name').fill('Chidi');
    await dialog.getByLabel('Last name').fill('Eze');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Role').selectOption('officer');
    await dialog.getByLabel(/^MDA/u).selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await expectToast(desk, `Account created. An invitation was mailed to ${email}.`);
    await waitForMail(email, /invitation#/u);
    await desk.getByRole('searchbox').fill(email);
    await chooseFromRow(desk, /^Invite again/u);
    await expectAccessible(desk);
    await desk.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expectToast(desk, `An invitation was mailed to ${email}.`);
  });

  const links = async () =>
    (await mailsTo(email)).flatMap(({ text }) => /\/desk\/invitation#[\w-]{43}/u.exec(text ?? '') ?? []);

  await test.step('the link sets the password once, and logs nobody in', async () => {
    // The second mail voids the link of the first.
    await expect.poll(async () => (await links()).length).toBe(2);
    const link = (await links())[1]!;
    await page.goto(link);
    await expect(page.getByText(email)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'New Password' }).fill('short');
    await page.getByRole('textbox', { name: 'Confirm Password' }).fill('short');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expectProblem(page, 'Use 8 to 128 characters for the password.');
    await page.getByRole('textbox', { name: 'New Password' }).fill(password);
    await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.waitForURL(/\/desk\/login$/u);
    await expect(page.getByText('Your password is set. Log in with it.')).toBeVisible();
    await page.goto(link);
    await page.reload();
    await expect(page.getByText('This invitation was used already, was replaced by a newer one')).toBeVisible();
    await expectAccessible(page);
  });

  let key = '';
  let codes: string[] = [];
  await test.step('two-step sign-in is turned on from the account menu', async () => {
    await logIn(page, email);
    await expectDesk(page);
    await page.getByRole('button', { name: /^Account of/u }).click();
    await page.getByRole('button', { name: 'Two-step sign-in' }).click();
    await page.waitForURL(/\/desk\/mfa$/u);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Current Password' }).fill('not this one');
    await page.getByRole('button', { name: 'Set it up' }).click();
    await expectProblem(page, 'The current password is not correct.');
    await page.getByRole('textbox', { name: 'Current Password' }).fill(password);
    await page.getByRole('button', { name: 'Set it up' }).click();
    const heading = page.getByRole('heading', { name: 'Scan this with your app' });
    await expect(heading).toBeFocused();
    await expect(page.getByRole('img', { name: 'QR code with the key for your authenticator app' })).toBeVisible();
    key = (await page.locator('span.mono').innerText()).replaceAll(' ', '');
    expect(key).toMatch(/^[A-Z2-7]{32}$/u);
    await expectAccessible(page);
    await page.getByLabel('Code from your app').fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expectProblem(page, 'This code is not correct.');
    await page.getByLabel('Code from your app').fill(code(key, -1));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
    codes = await page.locator('ol.mono li').allInnerTexts();
    expect(codes).toHaveLength(10);
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/recovery-codes\.txt$/u);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
    await expectAccessible(page);
    for (const name of ['New recovery codes', 'Turn off']) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });

  await test.step('the next log-in asks for a code', async () => {
    await logOut(page);
    await logIn(page, email);
    const field = page.getByLabel('Code from your app');
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible(page);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expectProblem(page, 'This code is not correct.');
    // Pasted from an app that writes the code in two groups.
    const now = code(key);
    await field.fill(`${now.slice(0, 3)} ${now.slice(3)}`);
    await page.keyboard.press('Enter');
    await expectDesk(page);
  });

  await test.step('a recovery code logs in once, and who has none begins anew', async () => {
    await logOut(page);
    await logIn(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const field = page.getByLabel('Recovery code');
    await expect(field).toBeFocused();
    await field.fill(codes[0]!.toLowerCase());
    await page.keyboard.press('Enter');
    await expectDesk(page);
    await logOut(page);
    await logIn(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await field.fill(codes[0]!);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expectProblem(page, 'This code is not correct.');
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('');
  });

  await test.step('an administrator resets it, and the password alone logs in', async () => {
    await desk.goto('/desk/staff');
    await desk.getByRole('searchbox').fill(email);
    await chooseFromRow(desk, /^Reset two-step sign-in/u);
    const dialog = desk.getByRole('dialog', { name: 'Reset two-step sign-in?' });
    await expectAccessible(desk);
    await dialog.getByRole('textbox', { name: 'Your own password' }).fill(demoPassword);
    await dialog.getByRole('button', { name: 'Reset two-step sign-in' }).click();
    await expectToast(desk, 'Two-step sign-in of Chidi Eze is off.');
    await waitForMail(email, /an administrator turned off two-step sign-in/u);
    await logIn(page, email);
    await expectDesk(page);
  });
  await office.close();
});
