import type { Page } from '@playwright/test';

/** Most height of a table's row on a phone, in pixels. */
const most = 72;

/** Returns the rows of a page's tables that are higher on a phone, folded ones included. */
export async function tallRows(page: Page): Promise<string[]> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 780 });
  const found = await page.locator('main').evaluate((main, most) => {
    for (const fold of main.querySelectorAll('details')) fold.open = true;
    return [...main.querySelectorAll<HTMLElement>('tbody tr')].flatMap((row) => {
      const { height } = row.getBoundingClientRect();
      return height > most ? [`${Math.round(height)} px: ${row.innerText.replaceAll(/\s+/gu, ' ')}`] : [];
    });
  }, most);
  await page.setViewportSize(before);
  return found;
}
