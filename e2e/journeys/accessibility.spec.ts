import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { allScreens } from '../support/screens.ts';
import { contextFor, visit } from '../support/visit.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe finds nothing on any screen or dialog, in both themes, on a phone and on a desk. */
test('axe: 0 violations on every screen, light and dark, 360 and 1280 px', async ({ browser }) => {
  test.setTimeout(900_000);
  const found: string[] = [];
  const byRole = Map.groupBy(await allScreens(), (screen) => screen.as);
  for (const [as, group] of byRole) {
    const context = await contextFor(browser, as, 1280, 'light');
    const page = await context.newPage();
    for (const screen of group) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit(page, screen);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        for (const theme of ['light', 'dark']) {
          await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
          const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
          for (const { id, nodes } of violations) {
            const where = nodes.map((node) => node.html.slice(0, 160)).join(' | ');
            found.push(`${screen.name}, ${width} px, ${theme}: ${id}: ${where}`);
          }
        }
      }
    }
    await context.close();
  }
  expect(found).toEqual([]);
});

test('axe sees a planted violation', async ({ page }) => {
  await page.goto('/login');
  await page.locator('h1').waitFor();
  await page.evaluate(() => document.querySelectorAll('label').forEach((label) => label.remove()));
  const result = await new AxeBuilder({ page }).analyze();
  expect(result.violations.map((violation) => violation.id)).toContain('label');
});
