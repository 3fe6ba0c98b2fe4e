import { chromium, type BrowserContext } from '@playwright/test';
import { launch } from '../../e2e/support/chromium.ts';
import { OwnPortal } from '../../e2e/support/own-portal.ts';
import { demoPassword } from '../../e2e/support/portal.ts';
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
const runs = isSmall ? 1 : Number(process.env['BENCH_RUNS'] ?? 5);
const performanceLimit = 95;

const publicScreens = ['/', '/login', '/register', '/forgot-password-email'];
const signedInScreens = ['/app/complaint/all-complaint', '/app/history/resolved', '/app/complaint/new-complaint'];
/** Those whose speed is promised; the others only for accessibility. */
const fast = new Set(['/', '/login', ...signedInScreens]);

/** Lighthouse as `npm start` serves it: simulated slow 4G, medians. Accessibility must be 100, speed 95 or more. */
export async function lighthouseRows(): Promise<Row[]> {
  const { importTool } = await import(new URL('../../scripts/lib/tools.mjs', import.meta.url).href);
  const { default: lighthouse }: Lighthouse = await importTool('lighthouse/core/index.js');
  const portal = await OwnPortal.create(3195);
  await portal.start();
  const context = await chromium.launchPersistentContext('', {
    ...launch(`--remote-debugging-port=${debuggingPort}`),
  });
  try {
    const rows: Row[] = [];
    for (const path of publicScreens) rows.push(...(await measure(lighthouse, portal.url, path)));
    await signIn(context, portal.url);
    for (const path of signedInScreens) rows.push(...(await measure(lighthouse, portal.url, path)));
    return rows;
  } finally {
    await context.close();
    await portal.remove();
  }
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill('citizen@demo.example');
  await page.getByLabel(/^Password/u).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/app\//u);
  await page.close();
}

async function measure(lighthouse: Lighthouse['default'], url: string, path: string): Promise<Row[]> {
  const flags = {
    port: debuggingPort,
    output: 'json',
    logLevel: 'error',
    disableStorageReset: true,
    // Signed in, a line for live notifications stays open: without this each run waits 45 s for it to end.
    maxWaitForLoad: 15_000,
    onlyCategories: ['performance', 'accessibility'],
  };
  const performance: number[] = [];
  const accessibility: number[] = [];
  for (let run = 0; run < (fast.has(path) ? runs : 1); run++) {
    const result = (await lighthouse(url + path, flags)).lhr;
    if (!new URL(result.finalDisplayedUrl).pathname.startsWith(path)) {
      throw new Error(`${path} led to ${result.finalDisplayedUrl}`);
    }
    performance.push(Math.round((result.categories['performance']?.score ?? 0) * 100));
    accessibility.push(Math.round((result.categories['accessibility']?.score ?? 0) * 100));
    // It takes minutes: whoever waits sees where it is.
    console.log(`  ${path}: performance ${performance.at(-1)}, accessibility ${accessibility.at(-1)}`);
  }
  const score = median(performance);
  const rows = [row(`Lighthouse accessibility ${path}`, Math.min(...accessibility), 100, '')];
  if (fast.has(path))
    rows.push(row(`Lighthouse performance ${path}`, score, performanceLimit, ` (${performance.join(', ')})`));
  return rows;
}

function row(what: string, value: number, limit: number, detail: string): Row {
  return { what, measured: `${value}${detail}`, limit: `≥ ${limit}`, holds: value >= limit };
}
