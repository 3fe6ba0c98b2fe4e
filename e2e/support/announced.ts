import { expect, type Page } from '@playwright/test';

/**
 * Records the announcements of live regions from the next screen on, as a screen reader reads them: the first content of a new
 * region only if it is an alert, then each change of its text.
 */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const before = new WeakMap<Element, string>();
    const hear = () => {
      for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live=polite]')) {
        const words = (region.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
        const known = before.get(region);
        before.set(region, words);
        if (words === '' || words === known || !region.checkVisibility()) continue;
        if (known !== undefined || region.getAttribute('role') === 'alert') said.push(words);
      }
    };
    new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Returns the announcements on this page so far. */
export const heard = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said);

/** Waits for an announcement and expects it once. */
export async function expectHeard(page: Page, words: string): Promise<void> {
  await expect.poll(() => heard(page), { message: `“${words}” is said` }).toContain(words);
  expect((await heard(page)).filter((it) => it === words)).toHaveLength(1);
}
