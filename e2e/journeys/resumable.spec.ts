import { createHash } from 'node:crypto';
import {
  getComplaint,
  getUser,
  listComplaintCategories,
  listComplaints,
  listMdas,
  logout,
  type Complaint,
} from '@baraza/contract';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { launch } from '../support/chromium.ts';
import { fillComplaint, plainMda } from '../support/complaint-form.ts';
import { fileComplaint, today } from '../support/complaints.ts';
import { openLine, type CutLine } from '../support/cut-line.ts';
import { filmOf } from '../support/film.ts';
import { password, port, portalUrl } from '../support/portal.ts';
import { logInAgain, newCitizen, type Session } from '../support/session.ts';

test.use({ serviceWorkers: 'allow' });

const megabyte = 1_000_000;
/** The longest chunk, and what else a page asks for. */
const chunk = 1024 * 1024;
const besides = 300_000;

let line: CutLine;
let citizen: Session & { email: string };
test.beforeEach(async () => {
  // Quick, but slow enough for what happens in the middle of a file.
  line = await openLine(port, 2 * megabyte);
  citizen = await newCitizen();
});
test.afterEach(() => line.close());

async function visit(page: Page, path = '/app'): Promise<void> {
  await page.goto(`${line.url}/login`);
  await page.evaluate((own) => localStorage.setItem('authToken', own), citizen.token);
  await page.goto(`${line.url}${path}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

async function chooseFilm(page: Page, buffer: Buffer): Promise<void> {
  const input = page.locator('input[type=file]:not([capture])').first();
  await input.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer }, { timeout: 90_000 });
  await expect(page.locator('li[data-status]').filter({ hasText: 'film.mp4' })).toContainText('Ready');
}

/** Fills in a complaint with a film; gives the film. */
async function fillWithFilm(page: Page, title: string, size = 10 * megabyte): Promise<Buffer> {
  await visit(page, '/app/complaint/new-complaint');
  await fillComplaint(page, title);
  const film = filmOf(size);
  await chooseFilm(page, film);
  await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
  return film;
}

/** Gives a page a line of 400 kbit/s and 400 ms. */
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

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Complaint' }).click();

/** Waits until so many bytes of files have reached the server. */
const hasSent = (bytes: number) => expect.poll(() => line.sent, { intervals: [20] }).toBeGreaterThan(bytes);

/** The files of the one complaint that was filed. */
async function filesOfOnly(call = citizen.call) {
  const { items } = await call(listComplaints);
  expect(items).toHaveLength(1);
  return filesOf(await call(getComplaint, { params: { id: items[0]!.id } }));
}

/** Waits until the one complaint has its file. */
async function hasFile(call = citizen.call): Promise<void> {
  const countFiles = async () => {
    const { items } = await call(listComplaints);
    return items.length === 0 ? 0 : (await filesOfOnly(call)).length;
  };
  await expect.poll(countFiles, { timeout: 200_000 }).toBe(1);
}

async function hashOf({ filePath }: { filePath: string }): Promise<string> {
  const answer = await fetch(portalUrl + filePath);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** The hash that the film has when it is filed in one piece. */
async function hashInOnePiece(film: Buffer): Promise<string> {
  const { call } = await newCitizen('Other');
  const file = new File([new Uint8Array(film)], 'film.mp4', { type: 'video/mp4' });
  const { attachments } = await fileComplaint(call, { title: 'In one piece', files: [file] });
  return hashOf(attachments[0]!);
}

/** The files of a complaint, whether they came with it or later. */
const filesOf = ({ attachments, history }: Complaint) => [
  ...attachments,
  ...history.flatMap((event) => event.attachments ?? []),
];

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

      // A file that began anew would send again all that went before each break.
      expect(line.sent - before).toBeLessThan(film.length + besides + 0.7 * untilBreaks);
      expect(await hashOf((await filesOfOnly())[0]!)).toBe(await hashInOnePiece(film));
    },
  );
}

const paces = [
  { pace: 'at full speed', size: 6 * megabyte, slowDown: async () => undefined },
  { pace: 'at 400 kbit/s and 400 ms', size: 1.5 * megabyte, slowDown },
];
for (const { pace, size, slowDown: enter } of paces) {
  test(
    `${pace} a film goes on where the line broke, the tab was closed and the session ended`,
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
      const call = await logInAgain(citizen.email);
      await hasFile(call);

      expect(line.sent - before).toBeLessThan(film.length + 3 * chunk + besides);
      expect(await hashOf((await filesOfOnly(call))[0]!)).toBe(await hashInOnePiece(film));
    },
  );

  test(
    `${pace} a new browser on the same profile goes on with it, and two tabs send it once`,
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
    `${pace} a phone whose clock was a day ahead sends it once the clock is right`,
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
      await again.goto(`${line.url}/app/outbox`);
      await hasFile();

      expect(line.sent - before).toBeLessThan(film.length + 2 * chunk + besides);
      expect(await hashOf((await filesOfOnly())[0]!)).toBe(await hashInOnePiece(film));
    },
  );
}

test(
  'on a poor line the words go first, and a phone that dies before the files sends each once',
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

test(
  'on a phone that is full a complaint stays in its form while there is no line, and arrives with its film once there is',
  { tag: '@full' },
  async ({ page, context }) => {
    const storage = await context.newCDPSession(page);
    // Room for the portal, but not for a film beside it.
    await storage.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: 9 * megabyte });
    await visit(page, '/app/complaint/new-complaint');
    await fillComplaint(page, 'No room left');
    const film = filmOf(9 * megabyte);
    await chooseFilm(page, film);
    await expect(page.getByText('Not saved on this device').first()).toBeVisible();
    line.cut();
    await submit(page);
    await expect(page.getByRole('main').getByText('This phone is full.')).toBeVisible();
    await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('No room left');
    expect((await citizen.call(listComplaints)).items).toEqual([]);

    line.mend();
    await submit(page);
    await hasFile();
    expect(await hashOf((await filesOfOnly())[0]!)).toBe(await hashInOnePiece(film));
  },
);

test('at 400 kbit/s and 400 ms a complaint arrives before its film', { tag: '@full' }, async ({ page }) => {
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

test(
  '200 complaints over lines that break at random bytes, with tabs closed and opened, arrive once and whole',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(1_800_000);
    const film = filmOf(400_000);
    const whole = await hashInOnePiece(film);
    const phones = Array.from({ length: 5 }, async (_, number) => {
      const owner = await newCitizen('Phone');
      const own = await openLine(port);
      const context = await browser.newContext();
      await sendOverBrokenLine(context, own, owner, { film, count: 40, seed: 17 + number });
      await context.close();
      await own.close();
      const { items } = await owner.call(listComplaints, { query: { limit: 100 } });
      expect(items.map(({ title }) => title).toSorted()).toEqual(titles(40).toSorted());
      for (const { id } of items) {
        const files = filesOf(await owner.call(getComplaint, { params: { id } }));
        expect(await Promise.all(files.map(hashOf))).toEqual([whole]);
      }
    });
    await Promise.all(phones);
  },
);

const titles = (count: number) => Array.from({ length: count }, (_, number) => `A film of number ${number}`);

/** Puts complaints into the outbox of a phone and lets it send them while its line breaks and its tabs close. */
async function sendOverBrokenLine(
  context: BrowserContext,
  own: CutLine,
  { call, token }: Session,
  { film, count, seed }: { film: Buffer; count: number; seed: number },
): Promise<void> {
  const [mda, category] = await Promise.all([call(listMdas), call(listComplaintCategories)]);
  const { id: account } = await call(getUser);
  const body = {
    mda: mda.find(({ name }) => name === plainMda)!.id,
    category: category[0]!.id,
    description: '<p>Nobody came.</p>',
    location: 'Hillside clinic',
    incidentDate: today(),
  };
  let page = await context.newPage();
  await page.goto(`${own.url}/login`);
  await page.evaluate((given) => localStorage.setItem('authToken', given), token);
  await page.goto(`${own.url}/app/outbox`);
  await page.getByText('Nothing waits.').waitFor();
  const items = titles(count).map((title, number) => ({
    key: `key-of-${seed}-${number}`,
    account,
    kind: 'complaint',
    title,
    office: plainMda,
    body: { ...body, title },
    path: '/app/complaint/new-complaint',
    savedAt: new Date(Date.now() + number).toISOString(),
    state: 'waiting',
    tries: 0,
  }));
  await page.evaluate(putItems, { items, film: film.toString('base64') });

  const random = randomFrom(seed);
  const hasAll = async () => {
    const { items: filed } = await call(listComplaints, { query: { limit: 100 } });
    if (filed.length < count) return false;
    const details = await Promise.all(filed.map(({ id }) => call(getComplaint, { params: { id } })));
    return details.every((complaint) => filesOf(complaint).length > 0);
  };
  do {
    await page.close();
    page = await context.newPage();
    await page.goto(`${own.url}/app/outbox`).catch(() => undefined);
    for (let breaks = 0; breaks < 5; breaks += 1) {
      own.cutAfter(Math.floor(random() * 2 * film.length));
      await page.waitForTimeout(3000);
    }
  } while (!(await hasAll()));
}

/** Runs in the page. */
async function putItems({ items, film }: { items: { key: string }[]; film: string }): Promise<void> {
  const bytes = Uint8Array.from(atob(film), (sign) => sign.charCodeAt(0));
  const blob = new Blob([bytes], { type: 'video/mp4' });
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('outbox');
    request.onsuccess = () => resolve(request.result);
  });
  const writing = database.transaction('items', 'readwrite');
  for (const item of items) {
    const content = { values: {}, files: [{ name: 'film.mp4', blob }], recording: null, submissionKey: item.key };
    writing.objectStore('items').put({ ...item, content }, item.key);
  }
  await new Promise((resolve) => (writing.oncomplete = resolve));
  database.close();
}
