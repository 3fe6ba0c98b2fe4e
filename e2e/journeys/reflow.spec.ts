import { expect, test } from '@playwright/test';
import { allScreens } from '../support/screens.ts';
import { contextFor, visit } from '../support/visit.ts';

/** No screen scrolls sideways at 320 px, nor with text at twice its size. */
for (const [name, width, doubled] of [
  ['320 px', 320, false],
  ['text at 200 %, 1280 px', 1280, true],
  ['text at 200 %, 360 px', 360, true],
] as const) {
  test(`no sideways scrolling: ${name}`, async ({ browser }) => {
    test.setTimeout(600_000);
    const wide: string[] = [];
    const byRole = Map.groupBy(await allScreens(), (screen) => screen.as);
    for (const [as, group] of byRole) {
      const context = await contextFor(browser, as, width, 'light');
      const page = await context.newPage();
      if (doubled) {
        const session = await context.newCDPSession(page);
        await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      }
      for (const screen of group) {
        await visit(page, screen);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (over > 0) wide.push(`${screen.name}: ${over} px too wide`);
      }
      await context.close();
    }
    expect(wide).toEqual([]);
  });
}
