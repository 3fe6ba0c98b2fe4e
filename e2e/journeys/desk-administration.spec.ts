import { createStaff, staffMessage, updateStaff } from '@baraza/contract';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { chooseFromRow } from '../support/desk.ts';
import { expectAccessible } from '../support/axe.ts';
import { demoPassword, fixture, newEmail } from '../support/portal.ts';
import { errorAt, expectProblem, expectToast, fileOf } from '../support/see.ts';
import { createStaffSession, enter } from '../support/session.ts';

let context: BrowserContext;
let page: Page;
let administrator: Awaited<ReturnType<typeof createStaffSession>>;
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext();
  administrator = await createStaffSession('admin@demo.example');
  await enter(context, administrator, 'desk');
  page = await context.newPage();
});
test.afterEach(() => context.close());

test('an administrator adds an MDA with a logo, renames it, adds jurisdictions, and switches it off and on', async () => {
  const name = `Water Board ${Date.now()}`;
  await page.goto('/desk/mda');
  await page.getByRole('button', { name: 'New MDA' }).click();
  const dialog = page.getByRole('dialog', { name: 'New MDA' });
  await dialog.getByLabel(/^Name/u).fill('Ministry of Health');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectProblem(page, 'There is an MDA with this name already.');
  await dialog.getByLabel(/^Name/u).fill(name);
  await dialog.getByLabel(/^Logo/u).setInputFiles(fileOf('logo.png', 'image/png', 3 * 1024 * 1024 + 1));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(errorAt(page, 'file')).toContainText('The logo must not be larger than 3 MB.');
  await dialog.getByLabel(/^Logo/u).setInputFiles(fixture('receipt.png'));
  await dialog.getByLabel(/name a jurisdiction/u).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'MDA added.');
  const row = page.getByRole('row', { name: new RegExp(name, 'u') });
  await expect(row.locator('img')).toBeVisible();

  await row.getByRole('button', { name: /^Jurisdictions/u }).click();
  const places = page.getByRole('dialog', { name: `Jurisdictions of ${name}` });
  await places.getByLabel(/^New jurisdiction/u).fill('North');
  await places.getByRole('button', { name: 'Add' }).click();
  await expect(places.getByLabel('Name of North')).toBeVisible();
  await places.getByLabel(/^New jurisdiction/u).fill('North');
  await places.getByRole('button', { name: 'Add' }).click();
  await expectProblem(page, 'This MDA has a jurisdiction with this name already.');
  await places.getByRole('button', { name: 'Remove from the list North' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove jurisdiction' }).click();
  await expect(places.getByRole('button', { name: 'Put back on the list North' })).toBeVisible();
  await page.keyboard.press('Escape');

  await chooseFromRow(row, /^Switch off/u);
  await page.getByRole('button', { name: 'Switch off MDA' }).click();
  await expectToast(page, `${name} no longer takes complaints.`);
  await expect(row).toContainText('Switched off');
  await chooseFromRow(row, /^Switch on/u);
  await page.getByRole('button', { name: 'Switch on MDA' }).click();
  await expect(row).toContainText('Active');
});

test('an MDA with open complaints cannot be switched off, and the dialog shows why', { tag: '@full' }, async () => {
  await page.goto('/desk/mda');
  const row = page.getByRole('row', { name: /Travel Documents Office/u });
  await chooseFromRow(row, /^Switch off/u);
  await page.getByRole('button', { name: 'Switch off MDA' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This MDA has open complaints. They must be closed' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('Active');
});

test(
  'saving an account that another administrator changed keeps the typed fields and takes over the rest',
  { tag: '@full' },
  async () => {
    const email = newEmail('uche');
    const made = await administrator.call(createStaff, {
      body: { first_name: 'Uche', last_name: 'Ike', email, role: 'oversight' },
    });
    await page.goto('/desk/staff');
    await page.getByRole('searchbox').fill(email);
    await page.getByRole('button', { name: 'Edit Uche Ike' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the account' });
    await dialog.getByLabel('First name').fill('Uchenna');
    await administrator.call(updateStaff, {
      body: { id: made.id, version: made.version, first_name: 'Uchechi', role: 'administrator', disabled: true },
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectProblem(page, staffMessage.changed);
    await expect(dialog.getByLabel('First name')).toHaveValue('Uchenna');
    await expect(dialog.getByLabel('Role')).toHaveValue('administrator');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Account saved.');
    const row = page.getByRole('row', { name: /Uchenna Ike/u });
    await expect(row).toContainText('Disabled');
    await chooseFromRow(row, /^Enable/u);
    await expect(page.getByRole('dialog', { name: 'Enable this account?' })).toBeVisible();
    await expectAccessible(page);
  },
);

test('a powerful account waits until a second administrator confirms it', async ({ browser }) => {
  const email = newEmail('zainab');
  const body = { first_name: 'Zainab', last_name: 'Yusuf', email, role: 'oversight' } as const;
  await administrator.call(createStaff, { body });
  await page.goto('/desk/staff');
  await page.getByRole('searchbox').fill(email);
  const row = page.getByRole('row', { name: /Zainab Yusuf/u });
  await row.getByRole('link', { name: 'To be confirmed: Oversight, requested by Daniel Tesfaye' }).click();
  const own = page.getByRole('row', { name: /Zainab Yusuf/u });
  await expect(own.getByRole('button', { name: /^Withdraw/u })).toBeVisible();
  await expect(own.getByRole('button', { name: /^Confirm/u })).toBeHidden();

  const context = await browser.newContext();
  await enter(context, await createStaffSession('admin2@demo.example'), 'desk');
  const second = await context.newPage();
  await second.goto('/desk/access-change');
  await second.getByRole('button', { name: 'Decline Zainab Yusuf' }).click();
  await expect(second.getByRole('dialog', { name: 'Decline this change?' })).toBeVisible();
  await expectAccessible(second);
  await second.getByRole('button', { name: 'Cancel' }).click();
  await second.getByRole('button', { name: 'Confirm Zainab Yusuf' }).click();
  const dialog = second.getByRole('dialog', { name: 'Confirm this change?' });
  await expectAccessible(second);
  await dialog.getByLabel(/^Your own password/u).fill('not this one');
  await dialog.getByRole('button', { name: 'Confirm change' }).click();
  await expectProblem(second, 'The current password is not correct.');
  await dialog.getByLabel(/^Your own password/u).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Confirm change' }).click();
  await expectToast(second, 'Confirmed. All administrators and oversight get a mail.');
  await second.goto('/desk/staff');
  await second.getByRole('searchbox').fill(email);
  await expect(second.getByRole('row', { name: /Zainab Yusuf/u })).toContainText('Invited');
  await context.close();
});

test('a sample account cannot delete the sample data', { tag: '@full' }, async () => {
  await page.goto('/desk/sample-data');
  await page.getByRole('button', { name: 'Remove all sample data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove all sample data?' });
  await dialog.getByRole('button', { name: 'Remove for good' }).click();
  await expect(dialog.getByRole('alert')).toContainText('You are signed in with a sample account');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Remove all sample data' })).toBeVisible();
});
