import type { Page } from '@playwright/test';
import { deskDialogs, dialogOf, menuDialogOf } from './desk-dialogs.ts';
import type { Screen } from './screen.ts';

/** Touches the screen, since formats are shown from then on, and waits for them. */
async function words(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.locator('.rich-text').first().waitFor();
}

/** Screens with texts of people that other walks do not visit: these complaints, lists and dialogs. */
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
    ...deskDialogs,
    { name: 'desk-feedback-administrator', path: '/desk/feedback', as: 'administrator' },
    { name: 'desk-invite-again-dialog', ...admin, prepare: menuDialogOf(/^Invite again/u) },
    { name: 'desk-reset-mfa-dialog', ...admin, prepare: menuDialogOf(/^Reset two-step/u) },
    { name: 'desk-mfa-off-dialog', ...secured, prepare: dialogOf(/^Turn off$/u) },
    { name: 'desk-recovery-codes-dialog', ...secured, prepare: dialogOf(/^New recovery codes$/u) },
  ];
}
