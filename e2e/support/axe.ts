import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it is; only colours change with the theme, so dark asks for those alone. */
export async function axe(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (
    theme === 'light' ? builder.withTags(rules) : builder.withRules('color-contrast')
  ).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}
