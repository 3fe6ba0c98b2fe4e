import type { Page } from '@playwright/test';
import { type Screen, screensOf } from './screen.ts';

/** Opens the dialog of the first button with this name. */
export const dialogOf = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').first().waitFor();
};

/** Opens a dialog from the menu of the first row that offers it. */
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

/** Opens a dialog from the account menu of the desk. */
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

const report = '/desk/report';
const staff = '/desk/staff';

/** Dialogs of the desk beside those of a complaint, as they open over the sample data. */
export const deskDialogs: readonly Screen[] = [
  ...screensOf('supervisor', [
    ['desk-notifications', report, dialogOf(/^Notifications/u)],
    ['desk-mails-dialog', report, accountDialog('Email notifications')],
    ['desk-own-leave-dialog', report, accountDialog('When you are away')],
    ['desk-sessions-dialog', report, accountDialog('Where you are logged in')],
    ['desk-password-dialog', report, accountDialog('Change password')],
    ['desk-logout-dialog', report, accountDialog('Log Out')],
    ['desk-shortcuts-dialog', report, showShortcuts],
    ['desk-new-saved-reply-dialog', '/desk/saved-reply', dialogOf(/^New/u)],
    ['desk-saved-reply-removal-dialog', '/desk/saved-reply', menuDialogOf(/^Remove/u)],
    ['desk-contact-edit-dialog', '/desk/contact', dialogOf(/^Edit/u)],
    ['desk-contact-removal-dialog', '/desk/contact', menuDialogOf(/^Remove/u)],
  ]),
  ...screensOf('officer', [['desk-decline-dialog', '/desk/complaint/offered', declining]]),
  ...screensOf('administrator', [
    ['desk-new-staff-dialog', staff, dialogOf('New account')],
    ['desk-staff-dialog', staff, dialogOf(/^Edit/u)],
    ['desk-staff-leave-dialog', staff, menuDialogOf(/^Leave/u)],
    ['desk-log-out-staff-dialog', staff, menuDialogOf(/^Log out/u)],
    ['desk-disable-dialog', staff, menuDialogOf(/^Disable/u)],
    ['desk-mda-edit-dialog', '/desk/mda', dialogOf(/^Edit/u)],
    ['desk-mda-switch-dialog', '/desk/mda', menuDialogOf(/^Switch off/u)],
    ['desk-category-edit-dialog', '/desk/category', dialogOf(/^Rename/u)],
    ['desk-category-names-dialog', '/desk/category', menuDialogOf(/^Other languages/u)],
    ['desk-category-switch-dialog', '/desk/category', menuDialogOf(/^Switch off/u)],
  ]),
];
