import type { Page } from '@playwright/test';
import { axe } from '../support/axe.ts';
import { expect, test } from './gallery.ts';

const over = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const part of ['controls', 'fields', 'showing']) {
  test(`${part}, light and dark, 360 and 1280 px: no axe violation, nothing sticks out`, async ({ page }) => {
    test.setTimeout(90_000);
    const found: string[] = [];
    await page.goto(`/?page=${part}`);
    await page.waitForLoadState('networkidle');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const theme of ['light', 'dark'] as const)
        found.push(...(await axe(page, theme)).map((it) => `${width} px, ${theme}: ${it}`));
      expect(await over(page)).toBe(0);
    }
    expect(found).toEqual([]);
  });
}

for (const dir of ['ltr', 'rtl']) {
  test(`nothing sticks out at 320 px, ${dir}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`/?dir=${dir}`);
    await page.waitForLoadState('networkidle');
    expect(await over(page)).toBe(0);
  });
}

test('the chart reads out its months with the arrow keys, and shows a table', async ({ page }) => {
  await page.goto('/?page=showing');
  const chart = page.getByRole('application', { name: /Monthly reports, 2024/ });
  expect((await chart.boundingBox())?.height).toBe(400);
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Feb 2024')).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('row', { name: /Mar 2024 22/ })).toBeVisible();
});

test('a failed submit takes focus to the summary, which leads to the field', async ({ page }) => {
  await page.goto('/?page=fields');
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
  await page.getByRole('link', { name: 'Subject/Title: Input too short' }).click();
  await expect(page.getByLabel('Subject/Title')).toBeFocused();
});

test('a tracking ID is copied and says so', async ({ page }) => {
  await page.goto('/?page=showing');
  await page.getByRole('button', { name: 'Copy tracking ID SDP-24-7F3K92' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('SDP-24-7F3K92');
});
