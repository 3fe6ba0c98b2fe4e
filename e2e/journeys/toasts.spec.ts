import { type Page, expect, test } from '@playwright/test';
import { demoPassword, newEmail, password } from '../support/portal.ts';

/** Stops the clock of the page; a test moves it on. */
async function holdTimer(page: Page): Promise<void> {
  const now = new Date();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(new Date(now.getTime() + 60_000));
}
const all = (page: Page) => page.locator('[data-toast]');
/** Waits until the code of toasts has loaded. */
const shown = (page: Page) =>
  expect(async () => {
    await page.clock.runFor(1);
    await expect(all(page)).toHaveCount(1, { timeout: 200 });
  }).toPass();

test('a toast shows the server’s last refusal at the top centre, 356 px wide, for 4 seconds', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(newEmail('nobody'));
  await page.getByLabel(/^Password/u).fill(password);
  const button = page.getByRole('button', { name: 'Login' });
  await holdTimer(page);
  await button.click();
  await shown(page);
  await page.clock.runFor(3900);
  await expect(all(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(all(page)).toHaveCount(0);

  for (let i = 0; i < 2; i++) {
    const answer = page.waitForResponse(/\/api\/login$/u);
    await button.click();
    await answer;
  }
  await expect(all(page)).toHaveCount(1);
  await page.clock.runFor(500);
  const box = (await all(page).boundingBox())!;
  expect(box.width).toBe(356);
  expect(Math.round(box.x + box.width / 2)).toBe(640);
  expect(box.y).toBeLessThan(40);
});

test(
  'a toast shows a success at the bottom right, is reached by Alt+T, and has a close button',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('citizen@demo.example');
    await page.getByLabel(/^Password/u).fill(demoPassword);
    await holdTimer(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await shown(page);
    await expect(all(page)).toHaveText(/^Login successful 🎉/u);
    await page.clock.runFor(300);
    const box = (await all(page).boundingBox())!;
    expect(box.width).toBe(356);
    expect(Math.round(box.x + box.width)).toBe(1280 - 24);
    expect(Math.round(box.y + box.height)).toBe(900 - 24);
    await page.keyboard.press('Alt+t');
    await expect(page.getByRole('region', { name: 'Messages (Alt+T)' })).toBeFocused();
    // A toast with focus or pointer stays.
    await page.clock.runFor(10_000);
    await expect(all(page)).toHaveCount(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(all(page)).toHaveCount(0);
  },
);
