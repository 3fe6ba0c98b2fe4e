import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, login } from '@baraza/contract';
import { chromium, type Page } from '@playwright/test';
import { createLog } from '../../apps/api/src/observability/log.ts';
import { openDatabase } from '../../apps/api/src/db/database.ts';
import { secretKeyOf } from '../../apps/api/src/config/data-dir.ts';
import { openFiles } from '../../apps/api/src/files/files.ts';
import { readSettings } from '../../apps/api/src/config/settings.ts';
import { seedDemo } from '../../apps/api/src/features/demo/seed/demo.ts';
import { openServices } from '../../apps/api/src/start/start.ts';
import { servePortal } from './portal.ts';
import { isSmall, median, type Row } from './report.ts';

const port = 4330;
const password = 'nine hills and a river';
const demo = { DEMO: '1', DEMO_PASSWORD: password };
/** A desk with 398 open complaints beside the event's 60: those of the sample's queue count among them. */
const plan = { complaints: 1_185, open: 392, burst: 60, known: 0, mdas: 1 };
const others = isSmall ? 2 : 20;

/** Works a morning at the desk by keyboard alone, and counts the keys besides text. */
export async function morningRows(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-bench-morning-'));
  try {
    await fillDesk(folder);
    const portal = await servePortal(port, demo, folder);
    const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'], args: ['--no-sandbox'] });
    try {
      const page = await openDesk(await browser.newPage({ viewport: { width: 1280, height: 800 } }));
      const switching = await switchQueues(page);
      // Filters survive a change of queue: what has none comes first.
      const single = await workOthers(page);
      const event = await workEvent(page);
      return [
        limited('keys a case, 60 of one event', event / plan.burst, 2, ''),
        limited(`keys a case, ${others} others`, single / others, 12, ''),
        limited('to another queue at 398 open', switching, 100, ' ms'),
      ];
    } finally {
      await browser.close();
      await portal.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const limited = (what: string, value: number, most: number, unit: string): Row => ({
  what,
  measured: `${value.toFixed(1)}${unit}`,
  limit: `≤ ${most}${unit}`,
  holds: value <= most,
});

/** Makes a database and fills it by the sample's generator. */
async function fillDesk(folder: string): Promise<void> {
  await (await servePortal(port, {}, folder)).stop();
  const secretKey = createHash('sha256').update('bench').digest('hex');
  const settings = readSettings({ DATA_DIR: folder, SECRET_KEY: secretKey, LOG_LEVEL: 'warn', ...demo });
  const log = createLog(settings);
  const database = await openDatabase(settings, { log: () => undefined, detail: () => undefined });
  const opened: (() => Promise<unknown>)[] = [() => database.close()];
  const files = await openFiles(settings);
  const services = await openServices(
    settings,
    { database, files, secretKey: await secretKeyOf(settings), log },
    opened,
  );
  await seedDemo(services, plan);
  for (const close of opened.toReversed()) await close();
}

/** Signs in as the supervisor, whom the desk shows bursts, and opens the desk. */
async function openDesk(page: Page): Promise<Page> {
  const at = `http://127.0.0.1:${port}`;
  const anonymous = createClient({ baseUrl: `${at}/api`, token: () => null });
  const { token } = await anonymous(login, { body: { email: 'supervisor@demo.example', password, type: 'mda' } });
  await page.addInitScript((own) => localStorage.setItem('deskAuthToken', own), token);
  await page.goto(`${at}/desk/complaint/open`);
  await page.getByText('complaints today').waitFor();
  return page;
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at === document.body ? '' : `${at?.getAttribute('aria-label')} ${at?.textContent}`;
  });

/** Presses keys and counts them; a chord is one. */
async function press(page: Page, ...keys: readonly string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  return keys.length;
}

/** Presses a key until the element of that name has the focus. */
async function pressTo(page: Page, name: RegExp, key = 'Tab'): Promise<number> {
  for (let count = 1; count < 60; count += 1) {
    await page.keyboard.press(key);
    if (name.test(await focused(page))) return count;
  }
  throw new Error(`${key} does not reach ${name}.`);
}

/** Returns the median time from the key to the rows of the other queue, in ms. */
async function switchQueues(page: Page): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const [key, to] = turn % 2 === 0 ? (['u', 'unassigned'] as const) : (['a', 'open'] as const);
    await page.keyboard.press('g');
    await page.evaluate((queue) => {
      const state = globalThis as unknown as { shown?: Promise<number> };
      state.shown = new Promise((resolve) => {
        addEventListener(
          'keydown',
          ({ timeStamp: began }) => {
            const look = () => {
              const isThere = document.querySelector(`main a[href*="/complaint/${queue}/"]`);
              if (isThere) resolve(performance.now() - began);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { once: true },
        );
      });
    }, to);
    await page.keyboard.press(key);
    times.push(await page.evaluate(() => (globalThis as unknown as { shown: Promise<number> }).shown));
  }
  // The first visit of each loads it.
  return median(times.slice(2));
}

/** Resolves all complaints of the event with one saved reply. */
async function workEvent(page: Page): Promise<number> {
  let keys = await press(page, 'Escape', 'Escape');
  keys += await pressTo(page, /complaints today/u, 'Shift+Tab');
  keys += await press(page, 'Enter');
  await page.waitForURL(/filed=/u);
  await page.getByText('Online payment').first().waitFor();
  keys += await press(page, 'j', 'x', 'Control+a');
  await page.getByText(`${plan.burst} complaints selected`).waitFor();
  keys += await press(page, 'e');
  keys += await pressTo(page, /saved repl/iu, 'Shift+Tab');
  keys += await press(page, 'Enter');
  await page.getByText('The problem is fixed').first().waitFor();
  keys += await pressTo(page, /The problem is fixed/u, 'ArrowDown');
  keys += await press(page, 'Enter');
  const confirm = page.getByLabel(/to confirm/u);
  for (let at = 0; at < 20 && !(await confirm.evaluate((field) => field === document.activeElement)); at += 1)
    keys += await press(page, 'Tab');
  await page.keyboard.type(String(plan.burst));
  keys += await press(page, 'Control+Enter');
  await page
    .getByText(new RegExp(`${plan.burst} (of|complaints|done)`, 'u'))
    .first()
    .waitFor();
  return keys;
}

/** Resolves others one by one. */
async function workOthers(page: Page): Promise<number> {
  let keys = await press(page, 'g', 'a', 'j', 'Enter');
  for (let worked = 0; worked < others; worked += 1) {
    await page.locator('form.composer').waitFor();
    const address = page.url();
    keys += await press(page, 'e');
    await page.locator('textarea:focus').waitFor();
    keys += await press(page, ':', ':');
    await page.getByText('The problem is fixed').first().waitFor();
    keys += await pressTo(page, /The problem is fixed/u, 'ArrowDown');
    keys += await press(page, 'Enter');
    keys += await press(page, 'Control+Enter');
    await page.waitForURL((url) => url.href !== address);
  }
  return keys;
}
