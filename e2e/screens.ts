/**
 * `npm run screens`: a picture of every screen at 360 and 1280 px, light and dark, in the folder `screens`.
 * `npm run screens -- dashboard` pictures those whose name holds that word, `npm run screens -- '' ar` those of the portal in
 * Arabic. A portal of the journeys that runs already is used as it is; else one is started.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { launch } from './support/chromium.ts';
import { deskDialogs } from './support/desk-dialogs.ts';
import { portalUrl } from './support/portal.ts';
import type { Screen } from './support/screen.ts';
import { allScreens } from './support/screens.ts';
import { startPortal } from './support/servers.ts';
import { contextFor, visit, type Theme } from './support/visit.ts';

const folder = path.join(import.meta.dirname, '..', 'screens');
await mkdir(folder, { recursive: true });
const stop = await startPortal(0, true);
const [, , only, language] = process.argv;
const isOfLanguage = ({ name, prepare, inAnyLanguage }: Screen) =>
  !language || (!name.startsWith('desk') && (!prepare || inAnyLanguage));
const browser = await chromium.launch(launch());
const byRole = Map.groupBy(
  [...(await allScreens()), ...deskDialogs].filter(
    (screen) => (!only || screen.name.includes(only)) && isOfLanguage(screen),
  ),
  (screen) => screen.as,
);
for (const theme of ['light', 'dark'] as Theme[]) {
  for (const width of [360, 1280]) {
    for (const [as, group] of byRole) {
      const context = await contextFor(browser, as, width, theme);
      if (language) await context.addCookies([{ name: 'language', value: language, url: portalUrl }]);
      const page = await context.newPage();
      for (const screen of group) {
        await visit(page, screen).catch((error: unknown) =>
          console.log(`${screen.name}: ${String(error).split('\n')[0]}`),
        );
        await page.screenshot({ path: path.join(folder, `${screen.name}-${width}-${theme}.png`), fullPage: true });
      }
      await context.close();
    }
  }
}
await browser.close();
await stop();
console.log(
  `Pictures of ${[...byRole.values()].flat().length} screens are in ${path.relative(process.cwd(), folder) || '.'}`,
);
