import { expect, test } from './gallery.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/?page=controls');
});

test('a dialog keeps focus inside, closes with Esc and gives focus back', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open dialog' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'We Value Your Replies!' });
  await expect(dialog).toBeVisible();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    // Tab may pass through the browser's own bar, where the document has no focus.
    const where = await page.evaluate(() => {
      const at = document.activeElement;
      return at === document.body || Boolean(at?.closest('dialog'));
    });
    expect(where).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a dialog is 800 px wide, and a sheet at the bottom of a phone', async ({ page }) => {
  await page.getByRole('button', { name: 'Open dialog' }).click();
  const dialog = page.getByRole('dialog');
  await page.waitForTimeout(400);
  expect((await dialog.boundingBox())?.width).toBe(800);
  await page.setViewportSize({ width: 360, height: 740 });
  const box = await dialog.boundingBox();
  expect(box?.x).toBe(0);
  expect(box?.width).toBe(360);
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(740);
});

test('a press outside closes a dialog; one inside does not', async ({ page }) => {
  await page.getByRole('button', { name: 'Open dialog' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('How satisfied').click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test('the page behind a dialog does not scroll, and scrolls again afterwards', async ({ page }) => {
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
  await page.getByRole('button', { name: 'Open dialog' }).click();
  expect(await overflow()).toBe('hidden');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await overflow()).not.toBe('hidden');
});

test('the page behind does not move sideways when its scroll bar goes', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 300 });
  const at = () => page.getByRole('heading', { name: 'Gallery' }).boundingBox();
  const before = await at();
  await page.getByRole('button', { name: 'Open drawer' }).press('Enter');
  expect((await at())?.x).toBe(before?.x);
  await page.keyboard.press('Escape');
  expect((await at())?.x).toBe(before?.x);
  expect(await page.evaluate(() => document.documentElement.style.scrollbarGutter)).toBe('');
});

test('the drawer closes with Esc and with a press outside', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open drawer' });
  const drawer = page.getByRole('dialog', { name: 'Main menu' });
  await opener.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.mouse.click(1000, 300);
  await expect(drawer).toBeHidden();
});

test('a menu walks with arrow keys and closes with Esc, a press outside, or Tab', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'English' }).first();
  const panel = page.getByRole('group', { name: 'Language' });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('button', { name: 'Français' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.mouse.click(900, 700);
  await expect(panel).toBeHidden();
  await opener.click();
  for (let i = 0; i < 4; i++) await page.keyboard.press('Tab');
  await expect(panel).toBeHidden();
});

test('the notifications cover a phone and have a way out', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Notifications (1)' }).click();
  const sheet = page.getByRole('group', { name: 'Notifications (1)' });
  await page.waitForTimeout(300);
  expect(await sheet.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  await page.getByRole('button', { name: 'Close notifications' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notifications (1)' })).toBeFocused();
});

test('a busy button keeps its width and ignores clicks', { tag: '@full' }, async ({ page }) => {
  const button = page.getByRole('button', { name: 'Login' });
  const before = await button.boundingBox();
  await button.click();
  const busy = page.getByRole('button', { name: 'Logging in…' });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  expect((await busy.boundingBox())?.width).toBe(before?.width);
});
