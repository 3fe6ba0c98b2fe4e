import { chromium, type Page } from '@playwright/test';
import type { Cluster } from './cluster.ts';
import { oversightToken } from './fill.ts';
import { servePortal } from './portal.ts';
import { isSmall, median, type Row, sizeWord } from './report.ts';

const presses = isSmall ? 5 : 100;
const mostMilliseconds = 60;

/** Measures in a browser the time from the key J to the next case painted. */
export async function keyRows(cluster: Cluster, sizes: readonly number[]): Promise<Row[]> {
  const size = sizes[0]!;
  const { url } = await cluster.database(size);
  const portal = await servePortal(4320, { DATABASE_URL: url });
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'], args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    await context.addInitScript((token) => localStorage.setItem('deskAuthToken', token), oversightToken(0));
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${portal.port}/desk/`);
    await page.locator('#work a[href*="/complaint/"]').first().click();
    await page.waitForURL(/\/complaint\/[^/]+\/[0-9a-f-]{36}/u);
    const [painted, bare]: [number[], number[]] = [[], []];
    for (let press = 0; press < presses; press += 1) {
      // A key that does nothing tells what the browser and the machine take.
      bare.push(await timeOf(page, '#'));
      painted.push(await timeOf(page, 'j'));
      await page.waitForTimeout(300);
    }
    const milliseconds = median(painted);
    return [
      {
        what: `key J to the next case painted at ${sizeWord(size)}, median`,
        measured: `${milliseconds.toFixed(0)} ms, ${median(bare).toFixed(0)} of them for any key`,
        limit: `≤ ${mostMilliseconds} ms`,
        holds: milliseconds <= mostMilliseconds,
      },
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/** Presses a key and returns the milliseconds until its frame is painted; for J that of the next case. */
async function timeOf(page: Page, key: string): Promise<number> {
  const isNext = key === 'j';
  const heading = '.case-head bdi';
  const time = await page.evaluateHandle(
    ({ heading, isNext }) => {
      const [path, text] = [location.pathname, document.querySelector(heading)?.textContent];
      const pressed = new Promise<number>((resolve) => {
        const note = ({ timeStamp }: KeyboardEvent) => {
          const look = () => {
            const isShown =
              !isNext || (location.pathname !== path && document.querySelector(heading)?.textContent !== text);
            requestAnimationFrame(isShown ? (at) => resolve(at - timeStamp) : look);
          };
          requestAnimationFrame(look);
        };
        addEventListener('keydown', note, { capture: true, once: true });
      });
      return { pressed };
    },
    { heading, isNext },
  );
  await page.keyboard.press(key);
  return time.evaluate(({ pressed }) => pressed);
}
