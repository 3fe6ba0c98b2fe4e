import type { Browser, BrowserContext, Page } from '@playwright/test';
import { portalUrl } from './portal.ts';
import type { Screen } from './screen.ts';
import { createCitizenSession, createStaffSession, enter, newCitizen, type Session } from './session.ts';

export type Theme = 'light' | 'dark';

const sessions = new Map<Screen['as'], Promise<Session>>();
function sessionFor(as: Exclude<Screen['as'], 'nobody'>): Promise<Session> {
  const known = sessions.get(as);
  if (known) return known;
  const made =
    as === 'citizen'
      ? createCitizenSession()
      : as === 'newcomer'
        ? newCitizen()
        : createStaffSession(`${mailName(as)}@demo.example`);
  sessions.set(as, made);
  return made;
}
const mailName = (as: Screen['as']) => (as === 'administrator' ? 'admin' : as);

/** Opens a browser of one width and theme, signed in as the person of the screen. */
export async function contextFor(
  browser: Browser,
  as: Screen['as'],
  width: number,
  theme: Theme,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: portalUrl,
    viewport: { width, height: width < 700 ? 780 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    hasTouch: width < 700,
  });
  if (as !== 'nobody')
    await enter(context, await sessionFor(as), ['citizen', 'newcomer'].includes(as) ? 'web' : 'desk');
  return context;
}

/** Opens a screen and waits until it has a heading, no skeleton and no pending request. */
export async function visit(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path);
  // Some code loads only once somebody uses the page.
  await page.mouse.move(1, 1);
  await settle(page);
  if (screen.prepare) {
    await screen.prepare(page);
    await settle(page);
  }
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await idle(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
  // New content may itself begin to load.
  await idle(page);
}

const idle = (page: Page) =>
  page.waitForFunction(() => document.querySelector('.skeletons, [aria-busy="true"]') === null);
