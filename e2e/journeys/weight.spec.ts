import { expect, test } from '@playwright/test';
import type { Screen } from '../support/screen.ts';
import { allScreens } from '../support/screens.ts';
import { contextFor } from '../support/visit.ts';

/** Limit of JavaScript, in bytes as sent, that a screen loads by itself on a first visit. */
const limit = 130_000;
/** By then everything has begun that a screen starts by itself. */
const watchedMs = 3_000;

test(`no citizens' screen loads more than ${limit / 1000} kB of JavaScript before it is touched`, async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const weigh = async (screen: Screen, width: number) => {
    const context = await contextFor(browser, screen.as, width, 'light');
    const page = await context.newPage();
    await page.goto(screen.path);
    await page.locator('h1').first().waitFor();
    await page.waitForTimeout(watchedMs);
    const scripts = await page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const sizes = new Map(loaded.map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]));
      return [...sizes].filter(([name]) => name.endsWith('.js'));
    });
    await context.close();
    return { name: `${screen.name} at ${width} px`, bytes: scripts.reduce((sum, [, size]) => sum + size, 0), scripts };
  };
  const screens = (await allScreens()).filter(({ path, prepare }) => !path.startsWith('/desk') && !prepare);
  const found: Awaited<ReturnType<typeof weigh>>[] = [];
  const wide = screens.filter(({ name }) => name === 'new-complaint');
  const rest = [...screens.map((it) => () => weigh(it, 360)), ...wide.map((it) => () => weigh(it, 1280))];
  const work = async () => {
    for (let next = rest.pop(); next; next = rest.pop()) found.push(await next());
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(({ bytes }) => bytes > limit)).toEqual([]);
});
