import { expect, test, type Page } from '@playwright/test';
import { isFolded, plainMda } from '../support/complaint-form.ts';
import { expectFocus, stopAt, tabTo } from '../support/keyboard.ts';
import { fixture, password } from '../support/portal.ts';
import { expectArrived } from '../support/see.ts';
import { newCitizen } from '../support/session.ts';

/** The last date whose day and month are the same number, valid in either order of input. */
function twinDay(): string {
  const now = new Date();
  const month = now.getUTCMonth() + 1;
  const twin = now.getUTCDate() >= month ? month : month - 1;
  return `${String(twin).padStart(2, '0').repeat(2)}${now.getUTCFullYear()}`;
}

for (const width of [1280, 360])
  test(
    `a citizen files and withdraws a complaint by keyboard alone at ${width} px`,
    { tag: width === 360 ? '@full' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 780 });
      await mainJob(page);
    },
  );

async function mainJob(page: Page): Promise<void> {
  const citizen = await newCitizen('Aisha', 'Garba');
  const type = (text: string) => page.keyboard.type(text);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).waitFor();
  await tabTo(page, /^Email/u);
  await type(citizen.email);
  await tabTo(page, /^Password/u);
  await type(password);
  await page.keyboard.press('Enter');
  await expectArrived(page, /Aisha Garba$/u);

  await tabTo(page, /^New Complaint/u);
  await page.keyboard.press('Enter');
  await expectArrived(page, 'New Complaint');
  // Typing selects one of the loaded options.
  await expect(page.getByLabel(/^MDA/u).locator('option', { hasText: plainMda })).toBeAttached();
  // On a phone the form opens one part at a time, and begins with the text.
  const inParts = await isFolded(page);
  const goOnInParts = async () => {
    if (!inParts) return;
    await tabTo(page, /^Continue/u);
    await page.keyboard.press('Enter');
  };
  const chooseOffice = async () => {
    await tabTo(page, /^MDA/u);
    await type(plainMda);
    await tabTo(page, /^Category/u);
    await type('Poor');
  };
  // These load after the form.
  for (const name of ['Start Recording', 'Bold'])
    await page.getByRole('button', { name }).waitFor({ state: 'attached' });
  if (inParts) await tabTo(page, /^Start Recording/u);
  else await chooseOffice();
  await tabTo(page, /^Subject\/Title/u);
  await type('Filed without a mouse');
  // The toolbar is one tab stop; arrow keys move within it.
  await tabTo(page, /^Bold/u);
  await page.keyboard.press('ArrowRight');
  expect((await stopAt(page)).name).toBe('Italic');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  // A tool returns the focus to the text, once the editor is loaded.
  await expect.poll(async () => (await stopAt(page)).name).toMatch(/^Details\/Description/u);
  await type('The steps have no rail.');
  await goOnInParts();
  if (inParts) await chooseOffice();
  await goOnInParts();
  await tabTo(page, /^Where did this happen/u);
  await type('Town hall');
  await tabTo(page, /^When did it happen/u);
  await type(twinDay());
  // Registers early: the browser needs a moment to hand file choosers over, and Enter is faster.
  const opened = page.waitForEvent('filechooser');
  if (!inParts) await tabTo(page, /^Start Recording/u);
  await tabTo(page, /^Choose files/u);
  await page.keyboard.press('Enter');
  await (await opened).setFiles(fixture('receipt.png'));
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await expectFocus(page);
  await goOnInParts();
  await tabTo(page, /^Submit Complaint/u);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/all-complaint$/u);
  await expect(page.getByRole('heading', { name: 'Complaint submitted successfully!' })).toBeFocused();
  // The list shows the new card once it has loaded; until then there is nothing to tab to.
  await expect(page.getByRole('link', { name: /^Filed without a mouse/u })).toBeVisible();
  await tabTo(page, /^Filed without a mouse/u);
  await page.keyboard.press('Enter');
  await expectArrived(page, 'Filed without a mouse');
  await tabTo(page, /Attachment 1 of 1/u);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFocus(page);
  await page.keyboard.press('Escape');
  expect((await stopAt(page)).name).toMatch(/Attachment 1 of 1/u);

  if (await page.getByRole('button', { name: 'Open the menu' }).isVisible()) {
    await tabTo(page, /^Open the menu/u, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, /^Logout/u);
  } else await tabTo(page, /^Logout/u, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Log Out' })).toBeVisible();
  await tabTo(page, /^Yes, log out/u);
  await page.keyboard.press('Enter');
  await expectArrived(page, 'Login');
}
