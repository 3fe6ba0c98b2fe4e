import type { Page } from '@playwright/test';
import { expect, test } from './gallery.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/?page=fields');
});

const values = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Digit/ })
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));

test('typing moves on and a full code is handed over once', async ({ page }) => {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type('12a3 4');
  expect(await values(page)).toEqual(['1', '2', '3', '4', '', '']);
  await expect(page.getByLabel('Digit 5 of 6')).toBeFocused();
  await page.keyboard.type('56');
  await expect(page.locator('[data-otp]')).toHaveText('[123456]');
});

test('Backspace clears a full box, and moves back from an empty one', async ({ page }) => {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type('123');
  await page.keyboard.press('Backspace');
  await expect(page.getByLabel('Digit 3 of 6')).toBeFocused();
  expect(await values(page)).toEqual(['1', '2', '3', '', '', '']);
  await page.keyboard.press('Backspace');
  expect(await values(page)).toEqual(['1', '2', '', '', '', '']);
});

test('a click goes to the first empty box', async ({ page }) => {
  await page.getByLabel('Digit 5 of 6').click();
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
});

test('a code pasted with spaces or dashes fills all boxes', async ({ page }) => {
  await page.evaluate(() => navigator.clipboard.writeText(' 123-4 56 '));
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.press('Control+V');
  expect(await values(page)).toEqual(['1', '2', '3', '4', '5', '6']);
  await expect(page.locator('[data-otp]')).toHaveText('[123456]');
});

test('a code filled in by the phone into the first box is spread', async ({ page }) => {
  const first = page.getByLabel('Digit 1 of 6');
  await expect(first).toHaveAttribute('autocomplete', 'one-time-code');
  await first.fill('654321');
  expect(await values(page)).toEqual(['6', '5', '4', '3', '2', '1']);
});

test('a full box takes the new digit in place of the old one', async ({ page }) => {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('9');
  expect(await values(page)).toEqual(['9', '2', '', '', '', '']);
});
