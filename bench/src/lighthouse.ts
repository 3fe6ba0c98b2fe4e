import { chromium, type BrowserContext } from '@playwright/test';
import { launch } from '../../e2e/support/chromium.ts';
import { OwnPortal } from '../../e2e/support/own-portal.ts';
import type { Screen } from '../../e2e/support/screen.ts';
import { allScreens } from '../../e2e/support/screens.ts';
import { createCitizenSession } from '../../e2e/support/session.ts';
import { isSmall } from './small.ts';
import { median, type Row } from './table.ts';

/** What is read of Lighthouse, which `tools/` installs when it is needed. */
interface Lighthouse {
  default(
    url: string,
    flags: object,
  ): Promise<{ lhr: { finalDisplayedUrl: string; categories: Record<string, { score: number | null }> } }>;
}

const debuggingPort = 9223;
const limits = { performance: 95, accessibility: 100 };
const languages = isSmall ? ['en'] : ['en', 'ar'];

const flags = {
  port: debuggingPort,
  output: 'json',
  logLevel: 'error',
  // The profile is new; emptying its storage would end the session.
  disableStorageReset: true,
  // Signed in, a line for live notifications stays open: without this each run waits 45 s for it to end.
  maxWaitForLoad: 15_000,
  onlyCategories: Object.keys(limits),
};

/**
 * Lighthouse on every public and citizen screen as `npm start` serves it, from left to right and from right to left: simulated slow
 * 4G, a new profile each time. What misses a limit is asked twice more, and the median counts.
 */
export async function lighthouseRows(): Promise<Row[]> {
  const { importTool } = await import(new URL('../../scripts/lib/tools.mjs', import.meta.url).href);
  const { default: lighthouse }: Lighthouse = await importTool('lighthouse/core/index.js');
  const portal = await OwnPortal.create(3195);
  await portal.start();
  try {
    const { token } = await createCitizenSession(undefined, portal.url);
    const screens = (await allScreens(portal.url)).filter(
      ({ as, path, prepare }) => (as === 'nobody' || as === 'citizen') && !prepare && !path.startsWith('/desk'),
    );
    const rows: Row[] = [];
    for (const language of languages) {
      for (const screen of isSmall ? screens.slice(0, 2) : screens) {
        const ask = () => measure(lighthouse, portal.url, screen, language, token);
        const scores = [await ask()];
        if (!isSmall && !keeps(scores[0]!)) scores.push(await ask(), await ask());
        rows.push(...rowsOf(`${screen.name}, ${language}`, scores));
      }
    }
    return rows;
  } finally {
    await portal.remove();
  }
}

type Scores = Record<keyof typeof limits, number>;
const kinds = Object.keys(limits) as (keyof Scores)[];
const keeps = (scores: Scores) => kinds.every((kind) => scores[kind] >= limits[kind]);

async function measure(
  lighthouse: Lighthouse['default'],
  url: string,
  { path, as, name }: Screen,
  language: string,
  token: string,
): Promise<Scores> {
  const context = await chromium.launchPersistentContext('', launch(`--remote-debugging-port=${debuggingPort}`));
  try {
    await prepare(context, url, language, as === 'citizen' ? token : undefined);
    const { finalDisplayedUrl, categories } = (await lighthouse(url + path, flags)).lhr;
    if (new URL(finalDisplayedUrl).pathname !== new URL(path, url).pathname)
      throw new Error(`${path} led to ${finalDisplayedUrl}`);
    const scoreOf = (kind: string) => Math.round((categories[kind]?.score ?? 0) * 100);
    const scores = { performance: scoreOf('performance'), accessibility: scoreOf('accessibility') };
    // It takes minutes: whoever waits sees where it is.
    console.log(`  ${name}, ${language}: performance ${scores.performance}, accessibility ${scores.accessibility}`);
    return scores;
  } finally {
    await context.close();
  }
}

/** Chooses the language and signs in, on a page that loads nothing of the portal. */
async function prepare(context: BrowserContext, url: string, language: string, token?: string): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url }]);
  if (token === undefined) return;
  const page = await context.newPage();
  await page.goto(`${url}/health/live`);
  await page.evaluate((it) => localStorage.setItem('authToken', it), token);
  await page.close();
}

function rowsOf(what: string, scores: readonly Scores[]): Row[] {
  return kinds.map((kind) => {
    const all = scores.map((it) => it[kind]);
    const value = median(all);
    return {
      what: `Lighthouse ${kind} ${what}`,
      measured: `${value}${all.length > 1 ? ` (${all.join(', ')})` : ''}`,
      limit: `≥ ${limits[kind]}`,
      holds: value >= limits[kind],
    };
  });
}
