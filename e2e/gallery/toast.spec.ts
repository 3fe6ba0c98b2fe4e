import { expect, test } from './gallery.ts';

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: new Date('2024-05-08T10:00:00') });
  await page.goto('/?page=controls');
  // From here on time moves only when a test says so.
  await page.clock.pauseAt(new Date('2024-05-08T10:30:00'));
});

const toasts = '[data-toast]';

test('a toast goes after 4000 ms', { tag: '@full' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Success toast' }).click();
  await page.mouse.move(10, 10);
  await expect(page.getByRole('status').filter({ hasText: 'Complaint submitted successfully!' })).toBeVisible();
  await page.clock.runFor(3900);
  await expect(page.locator(toasts)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(page.locator(toasts)).toHaveCount(0);
});

test('at most three show, 14 px apart, 356 px wide, at the bottom right', { tag: '@full' }, async ({ page }) => {
  const button = page.getByRole('button', { name: 'Success toast' });
  for (let i = 0; i < 4; i++) await button.click();
  await page.clock.runFor(300);
  await expect(page.locator(toasts)).toHaveCount(3);
  const boxes = () => Promise.all([0, 1].map((i) => page.locator(toasts).nth(i).boundingBox()));
  // They glide into their places.
  await expect
    .poll(async () => {
      const [upper, lower] = await boxes();
      return Math.round((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0));
    })
    .toBe(14);
  const [first] = await boxes();
  expect(Math.round(first?.width ?? 0)).toBe(356);
  expect(Math.round((first?.x ?? 0) + (first?.width ?? 0))).toBe(1280 - 24);
});

test('it waits while the pointer rests on it', { tag: '@full' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Success toast' }).click();
  await page.locator(toasts).hover();
  await page.clock.runFor(10_000);
  await expect(page.locator(toasts)).toHaveCount(1);
  await page.mouse.move(10, 10);
  await page.clock.runFor(4100);
  await expect(page.locator(toasts)).toHaveCount(0);
});

test('it does not wait for a pointer that was there before it', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 460 });
  const button = page.getByRole('button', { name: 'Success toast' });
  await button.scrollIntoViewIfNeeded();
  await button.click();
  await page.clock.runFor(300);
  const under = await page.locator(toasts).boundingBox();
  await page.mouse.move((under?.x ?? 0) + 40, (under?.y ?? 0) + 20);
  await page.mouse.move(2, 2);
  await page.clock.runFor(4100);
  await expect(page.locator(toasts)).toHaveCount(0);
  await page.mouse.move((under?.x ?? 0) + 40, (under?.y ?? 0) + 20);
  await button.press('Enter');
  await page.clock.runFor(4400);
  await expect(page.locator(toasts)).toHaveCount(0);
});

test('a swipe of 20 px to the side sends it away; 19 px does not', { tag: '@full' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Success toast' }).click();
  await page.clock.runFor(300);
  const box = await page.locator(toasts).boundingBox();
  const at = { x: (box?.x ?? 0) + 80, y: (box?.y ?? 0) + 20 };
  const swipe = async (by: number) => {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + by, at.y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(19);
  await expect(page.locator(toasts)).toHaveCount(1);
  await swipe(-20);
  await expect(page.locator(toasts)).toHaveCount(0);
});

test('Alt+T goes to it, the button closes it, Esc goes back', { tag: '@full' }, async ({ page }) => {
  const button = page.getByRole('button', { name: 'Success toast' });
  await button.click();
  await button.click();
  await page.mouse.move(10, 10);
  await button.focus();
  await page.keyboard.press('Alt+t');
  await expect(page.getByRole('region', { name: 'Notifications (Alt+T)' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator(toasts)).toHaveCount(1);
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Escape');
  await expect(page.locator(toasts)).toHaveCount(1);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('an error is an alert at the top', { tag: '@full' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Error toast' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'All fields are required' })).toBeVisible();
  expect((await page.locator(toasts).boundingBox())?.y).toBeLessThan(60);
});

test('it shows above an open dialog', { tag: '@full' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Open dialog' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.clock.runFor(300);
  await expect(page.locator('.toasts')).toBeVisible();
  // The top layer is painted in the order of arrival: the toasts came after the dialog.
  expect(await page.locator('.toasts').evaluate((box) => box.matches(':popover-open'))).toBe(true);
  await expect(page.getByRole('dialog')).toBeVisible();
});
