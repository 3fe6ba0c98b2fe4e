import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isWhole } from './portal.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Runs axe on a page; in the dark theme only for contrast, since nothing but colours differs. */
export async function axe(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (
    theme === 'light' ? builder.withTags(rules) : builder.withRules('color-contrast')
  ).analyze();
  // An open menu covers parts of the controls below it until it is closed.
  const hasMenu = (await page.locator('.menu-panel:visible').count()) > 0;
  return violations.flatMap(({ id, nodes }) => {
    const faults = nodes.filter(({ failureSummary }) => !(hasMenu && failureSummary?.includes('partially obscured')));
    return faults.length === 0 ? [] : [`${id}: ${faults.map(({ html }) => html.slice(0, 160)).join(' | ')}`];
  });
}

/** Expects no axe findings in a state that only a journey reaches; in the full tier only, since it takes a second. */
export async function expectAccessible(page: Page, theme: 'light' | 'dark' = 'light'): Promise<void> {
  if (isWhole) expect(await axe(page, theme)).toEqual([]);
}
