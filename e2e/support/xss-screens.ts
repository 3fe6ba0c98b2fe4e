import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const words = (page: Page) => page.locator('.rich-text').first().waitFor();

/** Opens the dialog of the first row that has such a button. */
const dialogOf = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').first().waitFor();
};

/** Opens the dialog behind a choice of the first row whose menu has it. */
const menuDialogOf = (name: RegExp) => async (page: Page) => {
  for (const menu of await page.getByRole('button', { name: /^More for/u }).all()) {
    await menu.click();
    const choice = page.getByRole('button', { name });
    if (!(await choice.isVisible())) continue;
    await choice.click();
    break;
  }
  await page.getByRole('dialog').first().waitFor();
};

/** The dialog behind a line of the menu in the corner of the desk. */
const accountDialog = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
};

/** What an officer is asked who does not want a complaint that another MDA offers. */
async function declining(page: Page): Promise<void> {
  await page.locator('.queue-row').first().click();
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
}

/** What shows words of people beside the screens that every walk knows: all these complaints, lists, dialogs that name somebody. */
export function moreScreens(complaints: readonly string[]): Screen[] {
  const admin = { path: '/desk/staff', as: 'administrator' } as const;
  const secured = { path: '/desk/mfa', as: 'oversight' } as const;
  return [
    ...complaints.flatMap((id, at): Screen[] => [
      { name: `own-${at}`, path: `/app/complaint/complaint-details/${id}`, as: 'citizen', prepare: words },
      { name: `desk-own-${at}`, path: `/desk/complaint/open/${id}`, as: 'oversight', prepare: words },
    ]),
    { name: 'desk-found', path: '/desk/complaint/search?q=a', as: 'officer' },
    { name: 'desk-audit-oversight', path: '/desk/audit', as: 'oversight' },
    { name: 'desk-feedback-administrator', path: '/desk/feedback', as: 'administrator' },
    { name: 'desk-staff-dialog', ...admin, prepare: dialogOf(/^Edit/u) },
    { name: 'desk-log-out-staff-dialog', ...admin, prepare: menuDialogOf(/^Log out/u) },
    { name: 'desk-invite-again-dialog', ...admin, prepare: menuDialogOf(/^Invite again/u) },
    { name: 'desk-reset-mfa-dialog', ...admin, prepare: menuDialogOf(/^Reset two-step/u) },
    { name: 'desk-disable-dialog', ...admin, prepare: menuDialogOf(/^Disable/u) },
    {
      name: 'desk-sessions-dialog',
      path: '/desk/report',
      as: 'supervisor',
      prepare: accountDialog('Where you are logged in'),
    },
    { name: 'desk-password-dialog', path: '/desk/report', as: 'supervisor', prepare: accountDialog('Change password') },
    { name: 'desk-decline-dialog', path: '/desk/complaint/offered', as: 'officer', prepare: declining },
    { name: 'desk-mfa-off-dialog', ...secured, prepare: dialogOf(/^Turn off$/u) },
    { name: 'desk-recovery-codes-dialog', ...secured, prepare: dialogOf(/^New recovery codes$/u) },
    { name: 'desk-contact-edit-dialog', path: '/desk/contact', as: 'supervisor', prepare: dialogOf(/^Edit/u) },
    { name: 'desk-mda-edit-dialog', path: '/desk/mda', as: 'administrator', prepare: dialogOf(/^Edit/u) },
    { name: 'desk-category-edit-dialog', path: '/desk/category', as: 'administrator', prepare: dialogOf(/^Rename/u) },
  ];
}
