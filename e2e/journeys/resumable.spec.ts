import { getComplaint, listComplaints, logout } from '@baraza/contract';
import { chromium, expect, test, type Page } from '@playwright/test';
import { filesOf, hashInOnePiece, hashOf, randomFrom } from '../support/arrived.ts';
import { launch } from '../support/chromium.ts';
import { fillComplaint } from '../support/complaint-form.ts';
import { openLine, type CutLine } from '../support/cut-line.ts';
import { filmOf } from '../support/film.ts';
import { password, port } from '../support/portal.ts';
import { logInAgain, newCitizen, type Session } from '../support/session.ts';

test.use({ serviceWorkers: 'allow' });

const megabyte = 1_000_000;
/** The longest chunk, in bytes. */
const chunk = 1024 * 1024;
/** The page's other requests, in bytes. */
const besides = 300_000;

let line: CutLine;
let citizen: Session & { email: string };
test.beforeEach(async () => {
  // Fast, but slow enough for events in the middle of a file.
  line = await openLine(port, 2 * megabyte);
  citizen = await newCitizen();
});
test.afterEach(() => line.close());

async function visit(page: Page, path = '/app'): Promise<void> {
  await page.goto(`${line.url}/login`);
  await page.evaluate((own) => localStorage.setItem('authToken', own), citizen.token);
  await page.goto(`${line.url}${path}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // What is kept for the time offline is read once somebody uses the page.
  await page.mouse.move(1, 1);
}

async function chooseFilm(page: Page, buffer: Buffer): Promise<void> {
  const input = page.locator('input[type=file]:not([capture])').first();
  await input.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer }, { timeout: 90_000 });
  await expect(page.locator('li[data-status]').filter({ hasText: 'film.mp4' })).toContainText('Ready');
}

/** Fills in a complaint with a film, and returns the film. */
async function fillWithFilm(page: Page, title: string, size = 10 * megabyte): Promise<Buffer> {
  await visit(page, '/app/complaint/new-complaint');
  await fillComplaint(page, title);
  const film = filmOf(size);
  await chooseFilm(page, film);
  await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
  return film;
}

/** Slows the connection of a page to 400 kbit/s and 400 ms. */
async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page);
  const bytesPerSecond = 50_000;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    uploadThroughput: bytesPerSecond,
    downloadThroughput: bytesPerSecond,
  });
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Complaint' }).click();

/** Waits until this many bytes of files have reached the server. */
const hasSent = (bytes: number) => expect.poll(() => line.sent, { intervals: [20] }).toBeGreaterThan(bytes);

/** Returns the files of the only complaint. */
async function filesOfOnly(call = citizen.call) {
  const { items } = await call(listComplaints);
  expect(items).toHaveLength(1);
  return filesOf(await call(getComplaint, { params: { id: items[0]!.id } }));
}

/** Waits until the only complaint has its file. */
async function hasFile(call = citizen.call): Promise<void> {
  const countFiles = async () => {
    const { items } = await call(listComplaints);
    return items.length === 0 ? 0 : (await filesOfOnly(call)).length;
  };
  await expect.poll(countFiles, { timeout: 200_000 }).toBe(1);
}

for (const breaks of [5, 100]) {
  test(
    `a film of 10 MB arrives once and whole over a line that breaks at ${breaks} random bytes`,
    { tag: breaks > 5 ? '@full' : [] },
    async ({ page }) => {
      test.setTimeout(120_000 + 4000 * breaks);
      const film = await fillWithFilm(page, 'Over a broken line');
      const before = line.sent;
      const random = randomFrom(1700 + breaks);
      let untilBreaks = 0;
      const breakSoon = async () => {
        const bytes = 1 + Math.floor((random() * 1.4 * film.length) / breaks);
        untilBreaks += bytes;
        const until = line.sent + bytes;
        line.cutAfter(bytes);
        await expect.poll(() => line.sent, { intervals: [20] }).toBeGreaterThanOrEqual(until);
      };
      const broken = breakSoon();
      await submit(page);
      await broken;
      for (let count = 1; count < breaks; count += 1) await breakSoon();
      await hasFile();

      // An upload that started over would repeat all bytes before each break.
      expect(line.sent - before).toBeLessThan(film.length + besides + 0.7 * untilBreaks);
      expect(await hashOf((await filesOfOnly())[0]!)).toBe(await hashInOnePiece(film));
    },
  );
}

const paces = [
  { pace: 'at full speed', size: 4.5 * megabyte, slowDown: async () => undefined },
  { pace: 'at 400 kbit/s and 400 ms', size: 1.5 * megabyte, slowDown },
];
for (const { pace, size, slowDown: enter } of paces) {
  test(
    `an upload of a film continues after the tab was closed and the session ended, ${pace}`,
    { tag: '@full' },
    async ({ page, context }) => {
      test.setTimeout(400_000);
      const film = await fillWithFilm(page, 'With a film', size);
      await enter(page);
      const before = line.sent;
      line.cutAfter(0.3 * size);
      await submit(page);
      await hasSent(before + 0.29 * size);
      await hasSent(before + 0.5 * size);
      await page.close();

      const again = await context.newPage();
      await enter(again);
      await again.goto(`${line.url}/app/outbox`);
      await hasSent(before + 0.7 * size);
      await citizen.call(logout);
      await again.waitForURL(/\/login$/u);
      await again.getByLabel('Email').fill(citizen.email);
      await again.getByLabel(/^Password/u).fill(password);
      await again.getByRole('button', { name: 'Login' }).click();
      await again.waitForURL(/\/app/u);
      await again.goto(`${line.url}/app/outbox`);
      const { call } = await logInAgain(citizen.email);
      await hasFile(call);

      expect(line.sent - before).toBeLessThan(film.length + 3 * chunk + besides);
      expect(await hashOf((await filesOfOnly(call))[0]!)).toBe(await hashInOnePiece(film));
    },
  );

  test(
    `a new browser on the same profile continues a film, and two tabs send it once, ${pace}`,
    { tag: '@full' },
    async () => {
      test.setTimeout(400_000);
      const open = () => chromium.launchPersistentContext(test.info().outputPath('profile'), launch());
      const phone = await open();
      const film = await fillWithFilm(phone.pages()[0]!, 'After a restart', size);
      await enter(phone.pages()[0]!);
      const before = line.sent;
      await submit(phone.pages()[0]!);
      await hasSent(before + 0.3 * size);
      await phone.close();

      const restarted = await open();
      const tabs = [restarted.pages()[0]!, await restarted.newPage()];
      for (const tab of tabs) await enter(tab);
      await Promise.all(tabs.map((tab) => tab.goto(`${line.url}/app/outbox`)));
      for (const tab of tabs)
        await expect(tab.getByRole('article').first()).toContainText('Received', { timeout: 200_000 });
      await hasFile();
      await restarted.close();

      expect(line.sent - before).toBeLessThan(film.length + 2 * chunk + besides);
      expect(await Promise.all((await filesOfOnly()).map(hashOf))).toEqual([await hashInOnePiece(film)]);
    },
  );

  test(
    `a phone whose clock was a day ahead sends its film once the clock is right, ${pace}`,
    { tag: '@full' },
    async ({ page, context }) => {
      test.setTimeout(400_000);
      const film = await fillWithFilm(page, 'Tomorrow', size);
      await enter(page);
      await page.clock.setSystemTime(Date.now() + 24 * 3_600_000);
      const before = line.sent;
      line.cutAfter(0.3 * size);
      await submit(page);
      await hasSent(before + 0.29 * size);
      await page.close();

      const again = await context.newPage();
      await enter(again);
      await again.clock.setSystemTime(Date.now());
      await again.goto(`${line.url}/app/outbox`);
      await hasFile();

      expect(line.sent - before).toBeLessThan(film.length + 2 * chunk + besides);
      expect(await hashOf((await filesOfOnly())[0]!)).toBe(await hashInOnePiece(film));
    },
  );

  test(
    `a complaint on a full phone stays in its form offline, and arrives with its film once online, ${pace}`,
    { tag: '@full' },
    async ({ page, context }) => {
      test.setTimeout(400_000);
      const storage = await context.newCDPSession(page);
      // Room for the portal, but not for a film beside it.
      await storage.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: 2 * size });
      await visit(page, '/app/complaint/new-complaint');
      await fillComplaint(page, 'No room left');
      const film = filmOf(2 * size);
      await chooseFilm(page, film);
      await expect(page.getByText('Not saved on this device').first()).toBeVisible();
      line.cut();
      await submit(page);
      await expect(page.getByRole('main').getByText('This phone is full.')).toBeVisible();
      await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('No room left');
      expect((await citizen.call(listComplaints)).items).toEqual([]);

      line.mend();
      await enter(page);
      await submit(page);
      await hasFile();
      expect(await hashOf((await filesOfOnly())[0]!)).toBe(await hashInOnePiece(film));
    },
  );
}

test(
  'on a slow connection a complaint arrives before its files, also if the page was closed',
  { tag: '@full' },
  async ({ page, context }) => {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } });
    });
    const film = await fillWithFilm(page, 'Words first', 3 * megabyte);
    await page.route('**/api/complaint', async (route) => {
      await route.fetch();
      await page.close();
    });
    await submit(page);
    await expect.poll(() => page.isClosed()).toBe(true);
    expect(await filesOfOnly()).toEqual([]);

    const again = await context.newPage();
    await again.route('**/api/upload/*', (route) => route.abort('connectionreset'));
    await again.goto(`${line.url}/app/outbox`);
    await expect(again.getByText(/^Your complaint SDP-\S+ has arrived\. 1 file is still on its way\.$/u)).toBeVisible();
    await again.unroute('**/api/upload/*');
    line.cutAfter(megabyte);
    await expect(again.getByRole('article').filter({ hasText: 'Received.' })).toHaveCount(1, { timeout: 60_000 });
    await expect(again.getByRole('article').filter({ hasText: 'Received as SDP-' })).toHaveCount(1);

    expect(await Promise.all((await filesOfOnly()).map(hashOf))).toEqual([await hashInOnePiece(film)]);
  },
);

test('a complaint arrives before its film at 400 kbit/s and 400 ms', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(300_000);
  const film = await fillWithFilm(page, 'On a slow line', 1.5 * megabyte);
  await slowDown(page);
  await submit(page);
  await expect(page).toHaveURL(/all-complaint$/u);
  expect(await filesOfOnly()).toEqual([]);
  line.cutAfter(megabyte / 2);
  await expect.poll(() => filesOfOnly(), { timeout: 200_000, intervals: [2000] }).toHaveLength(1);
  expect(await Promise.all((await filesOfOnly()).map(hashOf))).toEqual([await hashInOnePiece(film)]);
});
