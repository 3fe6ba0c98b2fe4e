import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

/** Opens the dialog of the first button with such a name. */
export const dialogOf = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').first().waitFor();
};

/** Opens the dialog behind a choice of the first row whose menu has it. */
export const menuDialogOf = (name: RegExp) => async (page: Page) => {
  for (const menu of await page.getByRole('button', { name: /^More for/u }).all()) {
    await menu.click();
    const choice = page.getByRole('button', { name });
    if (await choice.isVisible()) {
      await choice.click();
      break;
    }
    await page.keyboard.press('Escape');
  }
  await page.getByRole('dialog').first().waitFor();
};

/** The dialog behind a line of the menu in the corner of the desk. */
const accountDialog = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
};

/** Opens the dialog for declining a transfer. */
async function declining(page: Page): Promise<void> {
  await page.locator('.queue-row').first().click();
  await dialogOf('Decline')(page);
}

async function showShortcuts(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
}

const staff = { path: '/desk/staff', as: 'administrator' } as const;
const report = { path: '/desk/report', as: 'supervisor' } as const;

/** Dialogs of the desk beside those of a complaint, as they open over the sample data. */
export const deskDialogs: readonly Screen[] = [
  { name: 'desk-notifications', path: '/desk/report', as: 'supervisor', prepare: dialogOf(/^Notifications/u) },
  { name: 'desk-mails-dialog', ...report, prepare: accountDialog('Email notifications') },
  { name: 'desk-own-leave-dialog', ...report, prepare: accountDialog('When you are away') },
  { name: 'desk-sessions-dialog', ...report, prepare: accountDialog('Where you are logged in') },
  { name: 'desk-password-dialog', ...report, prepare: accountDialog('Change password') },
  { name: 'desk-logout-dialog', ...report, prepare: accountDialog('Log Out') },
  { name: 'desk-shortcuts-dialog', ...report, prepare: showShortcuts },
  { name: 'desk-decline-dialog', path: '/desk/complaint/offered', as: 'officer', prepare: declining },
  { name: 'desk-new-staff-dialog', ...staff, prepare: dialogOf('New account') },
  { name: 'desk-staff-dialog', ...staff, prepare: dialogOf(/^Edit/u) },
  { name: 'desk-staff-leave-dialog', ...staff, prepare: menuDialogOf(/^Leave/u) },
  { name: 'desk-log-out-staff-dialog', ...staff, prepare: menuDialogOf(/^Log out/u) },
  { name: 'desk-disable-dialog', ...staff, prepare: menuDialogOf(/^Disable/u) },
  { name: 'desk-new-saved-reply-dialog', path: '/desk/saved-reply', as: 'supervisor', prepare: dialogOf(/^New/u) },
  {
    name: 'desk-saved-reply-removal-dialog',
    path: '/desk/saved-reply',
    as: 'supervisor',
    prepare: menuDialogOf(/^Remove/u),
  },
  { name: 'desk-contact-edit-dialog', path: '/desk/contact', as: 'supervisor', prepare: dialogOf(/^Edit/u) },
  {
    name: 'desk-contact-removal-dialog',
    path: '/desk/contact',
    as: 'supervisor',
    prepare: menuDialogOf(/^Remove/u),
  },
  { name: 'desk-mda-edit-dialog', path: '/desk/mda', as: 'administrator', prepare: dialogOf(/^Edit/u) },
  { name: 'desk-mda-switch-dialog', path: '/desk/mda', as: 'administrator', prepare: menuDialogOf(/^Switch off/u) },
  { name: 'desk-category-edit-dialog', path: '/desk/category', as: 'administrator', prepare: dialogOf(/^Rename/u) },
  {
    name: 'desk-category-switch-dialog',
    path: '/desk/category',
    as: 'administrator',
    prepare: menuDialogOf(/^Switch off/u),
  },
];
