import { expect, test, type Page } from '@playwright/test';
import { axe } from '../support/axe.ts';
import { deskDialogs } from '../support/desk-dialogs.ts';
import { isWhole } from '../support/portal.ts';
import type { Screen } from '../support/screen.ts';
import { allScreens } from '../support/screens.ts';
import { tallRows } from '../support/table-rows.ts';
import { contextFor, visit } from '../support/visit.ts';

/** Sets the window's width and, with it, how large the person wants text. */
async function resize(page: Page, width: number, text: '100 %' | '200 %' = '100 %'): Promise<void> {
  const double = text === '200 %' ? 2 : 1;
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * double, fixed: 13 * double } });
  await session.detach();
  await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
  // A screen has adapted to its new width by the second frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const pixelsTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns controls that the edge of the screen cuts, except the skip link. */
const cutControls = (page: Page) =>
  page.locator('a:visible, button:visible, input:visible').evaluateAll((all) =>
    all.flatMap((it) => {
      const { left, right } = it.getBoundingClientRect();
      return left < 0 && right > 0 && !it.closest('[inert]') ? [it.outerHTML.slice(0, 160)] : [];
    }),
  );

// A walk for each role, spread over the workers.
test.describe.configure({ mode: 'parallel' });

/** Widths and themes: all four in the full tier, otherwise one of two for each screen. */
const looks = [
  { width: 1280, theme: 'light' },
  { width: 360, theme: 'dark' },
  ...(isWhole
    ? ([
        { width: 1280, theme: 'dark' },
        { width: 360, theme: 'light' },
      ] as const)
    : []),
] as const;

/** The narrowest widths, and those at which doubled text needs most room. */
const widths = [
  [320, '100 %'],
  [320, '200 %'],
  ...(isWhole
    ? ([
        [360, '200 %'],
        [1280, '200 %'],
      ] as const)
    : []),
] as const;

/** Returns axe's findings, high rows of tables, and sideways scrolling at 320 px or with text of twice the size. */
async function problemsOf(page: Page, screen: Screen, index: number): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, what: string[]) => found.push(...what.map((it) => `${screen.name}, ${where}: ${it}`));
  await resize(page, 1280);
  await visit(page, screen);
  for (const { width, theme } of isWhole ? looks : looks.slice(index % 2, (index % 2) + 1)) {
    await resize(page, width);
    note(`${width} px, ${theme}`, await axe(page, theme));
  }
  if (!screen.path.startsWith('/desk')) note('a row of a table', await tallRows(page));
  for (const [width, text] of widths) {
    await resize(page, width, text);
    const over = await pixelsTooWide(page);
    if (over > 0) note(`${width} px, text at ${text}`, [`${over} px too wide`]);
    note(`${width} px, text at ${text}, cut`, await cutControls(page));
  }
  return found;
}

for (const as of ['nobody', 'citizen', 'newcomer', 'officer', 'supervisor', 'administrator', 'oversight'] as const) {
  // A merge walks those who see most; the walk from right to left covers guests.
  const tag = as === 'citizen' || as === 'officer' ? [] : '@full';
  test(
    `every screen of ${as}: axe and the Content Security Policy find nothing, and nothing scrolls sideways`,
    { tag },
    async ({ browser }) => {
      test.setTimeout(600_000);
      const context = await contextFor(browser, as, 1280, 'light');
      const page = await context.newPage();
      const found: string[] = [];
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) found.push(`${page.url()}: ${message.text()}`);
      });
      // Dialogs and states that need presses are for the full tier.
      const screens = [...(await allScreens()), ...deskDialogs].filter(
        (screen) => screen.as === as && (isWhole || !screen.prepare),
      );
      for (const [index, screen] of screens.entries()) found.push(...(await problemsOf(page, screen, index)));
      await context.close();
      expect(found).toEqual([]);
    },
  );
}

test('the check of every screen finds a missing label, low contrast and a screen that is too wide', async ({
  page,
}) => {
  await page.goto('/login');
  await page.locator('h1').waitFor();
  await page.evaluate(() => {
    document.querySelectorAll('label').forEach((label) => label.remove());
    const wide = document.createElement('p');
    wide.style.cssText = 'inline-size: 15rem; color: #333; background: #222';
    wide.textContent = 'Too wide and too dark';
    document.querySelector('main')!.append(wide);
  });
  expect((await axe(page, 'light')).join()).toMatch(/(?:^|,)label: /u);
  expect((await axe(page, 'dark')).join()).toMatch(/color-contrast: /u);
  await resize(page, 360);
  expect(await pixelsTooWide(page)).toBe(0);
  await resize(page, 360, '200 %');
  expect(await pixelsTooWide(page)).toBeGreaterThan(0);
});
