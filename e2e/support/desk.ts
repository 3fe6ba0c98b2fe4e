import type { Browser, Locator, Page } from '@playwright/test';
import { createStaffSession, enter } from './session.ts';

/** Opens the desk as a member of staff, in a new browser. */
export async function openDesk(browser: Browser, email: string, path = ''): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
  });
  await enter(context, await createStaffSession(email), 'desk');
  const page = await context.newPage();
  await page.goto(`/desk/${path}`);
  return page;
}

/** Returns the path of a complaint at the desk. */
export const caseAt = (id: string, queue = 'open') => `complaint/${queue}/${id}`;

/** Opens the menu of the open case and chooses from it. */
export async function chooseMove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('group', { name: 'More actions' }).getByRole('button', { name, exact: true }).click();
}

/** The history of the open case, without the composer. */
export const historyOf = (page: Page) => page.getByRole('list', { name: 'History' });

/** The button that opens the composer for a reply, a question or a note. */
export const writingChoice = (page: Page, name: 'Reply' | 'Question' | 'Internal note') =>
  page.getByRole('group', { name: 'Type of message' }).getByRole('button', { name });

/** Chooses in the menu of the send button that the complaint stays open. */
export async function stayAfterSending(page: Page): Promise<void> {
  const options = page.getByRole('button', { name: 'Options for sending' });
  await options.click();
  await page.getByLabel('Then open the next in the queue').uncheck();
  await options.click();
}

/** Opens the menu of a table row, or of the first one of a page, and chooses from it. */
export async function chooseFromRow(row: Locator | Page, name: string | RegExp): Promise<void> {
  await row
    .getByRole('button', { name: /^More for/u })
    .first()
    .click();
  await row.getByRole('button', { name }).click();
}
