import { listComplaints, logout } from '@baraza/contract';
import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { fillComplaint, typeDetails } from '../support/complaint-form.ts';
import { fileComplaint } from '../support/complaints.ts';
import { openLine, type CutLine } from '../support/cut-line.ts';
import { olderPart, openOlderBuild } from '../support/older-build.ts';
import { password, port } from '../support/portal.ts';
import { newCitizen, type Session } from '../support/session.ts';

test.use({ serviceWorkers: 'allow' });

let line: CutLine;
let citizen: Session;
test.beforeEach(async () => {
  line = await openLine(port);
  // Each test has its own citizen, since some log out.
  citizen = await newCitizen();
  await fileComplaint(citizen.call, { title: 'No water since Monday' });
});
test.afterEach(() => line.close());

/** Opens the portal signed in, and waits until it works offline. */
async function visit(page: Page, { token }: Session, url = line.url): Promise<void> {
  await page.goto(`${url}/login`);
  await page.evaluate((own) => localStorage.setItem('authToken', own), token);
  await page.goto(`${url}/app`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // What is kept for the time offline is read once somebody uses the page.
  await page.mouse.move(1, 1);
}

async function fileWithoutNetwork(page: Page, title: string): Promise<void> {
  await page.goto(`${line.url}/app/complaint/new-complaint`);
  await fillComplaint(page, title);
  line.cut();
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  await expect(page.getByText('Offline. 1 waiting to be sent')).toBeVisible();
}

test('a receipt can be checked offline after one visit', { tag: '@full' }, async ({ page }) => {
  const { id } = await fileComplaint(citizen.call, { title: 'The pump is locked' });
  let receipt = '';
  await expect(async () => {
    const headers = { authorization: `Bearer ${citizen.token}` };
    const answer = await page.request.get(`${line.url}/api/complaint/${id}/receipt`, { headers });
    expect(answer.status()).toBe(200);
    receipt = await answer.text();
  }).toPass();
  const keys = page.waitForResponse(/\/api\/log$/u);
  await visit(page, citizen);
  await (await keys).finished();

  line.cut();

  await page.goto(`${line.url}/verify`);
  await page.getByRole('textbox', { name: 'Or paste its text' }).fill(receipt);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Genuine as far as this device can tell' })).toBeFocused();
  await expect(page.getByText('Witnesses: not checked')).toBeVisible();
  await expect(page.getByText('In the log when the receipt was made')).toBeVisible();
});

test('every screen opens offline after one visit, with the saved copy and its time', async ({ page }) => {
  await visit(page, citizen);
  await page.getByRole('link', { name: 'View Details' }).first().click();
  await expect(page.getByRole('heading', { name: 'What you told us' })).toBeVisible();
  const details = page.url();

  line.cut();

  await page.goto(`${line.url}/app`);
  await expect(waterIn(page)).toBeVisible();
  await expect(
    page.getByText(/^Saved copy from \d{4}-\d\d-\d\d \d\d:\d\d\. It updates when you are back online\.$/u),
  ).toBeVisible();
  await page.goto(details);
  await expect(page.getByRole('heading', { name: 'What you told us' })).toBeVisible();
  await expect(page.getByText(/^Saved copy from/u)).toBeVisible();
  for (const [path, heading] of [
    ['/app/complaint/new-complaint', 'New Complaint'],
    ['/app/feedback/new-feedback', 'New Feedback'],
    ['/app/feedback/all-feedback', 'Feedback'],
    ['/app/history/resolved', 'Resolved'],
    ['/app/mda/mda-list', 'Ministries, Departments, and Agencies (MDA)'],
    ['/app/chat', 'Customer Support'],
    ['/app/profile', 'Profile'],
    ['/verify', 'Check a receipt'],
    ['/numbers', 'Public numbers'],
    ['/forgot-password-email', 'Forgot Password'],
    ['/app/outbox', 'Outbox'],
    ['/complain', 'Complain without an account'],
    ['/track', 'Track a complaint'],
  ] as const) {
    await page.goto(line.url + path);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
  }

  line.mend();
  await page.goto(`${line.url}/app`);
  await expect(waterIn(page)).toBeVisible();
  await expect(page.getByText(/^Saved copy from/u)).toBeHidden();
});

test('the portal is offline in the language of the browser after one visit', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${line.url}/login`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Se connecter');
  await expect.poll(() => storedPaths(page)).toContainEqual(expect.stringMatching(/^\/assets\/locale-fr-/u));
  // The browser's own cache may be gone any day.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');

  line.cut();
  await page.reload();

  await expect(heading).toHaveText('Se connecter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await context.close();
});

test('logging out leaves no data of the citizen on the phone', async ({ page }) => {
  await visit(page, citizen);
  // The worker handles every request from the second load on.
  await page.reload();
  await expect(waterIn(page)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes, log out' }).click();
  await page.waitForURL(/\/login$/u);

  await visit(page, await newCitizen('Bola', 'Ade'));
  line.cut();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('No water since Monday')).toHaveCount(0);
  const stored = await everythingStored(page);
  for (const own of ['No water since Monday', citizen.token]) expect(stored).not.toContain(own);
});

test('a complaint submitted offline is sent once after the browser was closed', async ({ page, context }) => {
  const other = await newCitizen('Musa');
  await visit(page, other);
  await fileWithoutNetwork(page, 'Written in the bush');
  await page.getByRole('banner').getByRole('link', { name: 'Outbox' }).click();
  await expect(page.getByRole('article')).toContainText('Waiting for a connection');
  await expect(page.getByRole('article')).toContainText('New complaint · Ministry of Health');
  await page.close();
  line.mend();

  const [first, second] = [await context.newPage(), await context.newPage()];
  await Promise.all([first, second].map((tab) => tab.goto(`${line.url}/app/outbox`)));
  for (const tab of [first, second]) await expect(tab.getByRole('article')).toContainText('Received as SDP-');
  const { items } = await other.call(listComplaints);
  expect(items.map(({ title }) => title)).toEqual(['Written in the bush']);
});

test('a waiting complaint is sent by Background Sync while the portal is closed', async ({ page, context }) => {
  const other = await newCitizen('Bisi');
  await page.addInitScript(recordSync);
  await visit(page, other);
  await fileWithoutNetwork(page, 'Written on the bus');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('asked'))).toBe('outbox');
  await page.goto('about:blank');

  line.mend();
  await reportConnection(await context.newCDPSession(page), line.url);

  const titles = async () => (await other.call(listComplaints)).items.map(({ title }) => title);
  await expect.poll(titles).toEqual(['Written on the bus']);
  await page.goto(`${line.url}/app/outbox`);
  await expect(page.getByRole('article')).toContainText('Received as SDP-');
  expect(await titles()).toHaveLength(1);
});

/** Records Background Sync registrations, which a headless browser switches off. */
function recordSync(): void {
  const { SyncManager } = globalThis as unknown as { SyncManager: { prototype: { register(tag: string): unknown } } };
  SyncManager.prototype.register = async (tag) => sessionStorage.setItem('asked', tag);
}

/** Sends the service worker the sync event that a phone sends once it is online. */
async function reportConnection(browser: CDPSession, origin: string): Promise<void> {
  const registrationId = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const event = { origin, registrationId: await registrationId, tag: 'outbox', lastChance: false };
  await browser.send('ServiceWorker.dispatchSyncEvent', event);
}

test(
  'a waiting complaint survives the end of a session and is sent after the next log-in',
  { tag: '@full' },
  async ({ page }) => {
    const other = await newCitizen('Sade');
    await visit(page, other);
    await fileWithoutNetwork(page, 'Kept through the log-in');
    await other.call(logout);
    line.mend();
    await page.waitForURL(/\/login$/u);
    await page.getByLabel('Email').fill(other.email);
    await page.getByLabel(/^Password/u).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/\/app/u);
    await page.goto(`${line.url}/app/outbox`);
    await expect(page.getByRole('article')).toContainText('Received as SDP-');
  },
);

test(
  'logging out with an unsent complaint offers to send it, to stay, or to delete it',
  { tag: '@full' },
  async ({ page }) => {
    await visit(page, await newCitizen('Efe'));
    await page.goto(`${line.url}/app/feedback/new-feedback`);
    await page.getByLabel(/^Feedback Category/u).selectOption({ index: 1 });
    await page.getByLabel(/^Subject\/Title/u).fill('Kind people');
    await typeDetails(page, 'At every counter.');
    line.cut();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Offline. 1 waiting to be sent')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Send first' }).click();
    await expect(page.getByRole('article')).toContainText('Kind people');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('Kind people');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Offline. 1 waiting to be sent')).toBeVisible();

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Delete and log out' }).click();
    await page.waitForURL(/\/login$/u);
    expect(await everythingStored(page)).not.toContain('Kind people');
  },
);

test(
  'a new version of the portal takes over without losing typed text or showing others’ data',
  { tag: '@full' },
  async ({ page }) => {
    const build = await openOlderBuild();
    await visit(page, citizen, build.url);
    await expect(waterIn(page)).toBeVisible();
    await page.goto(`${build.url}/app/complaint/new-complaint`);
    const title = page.getByLabel(/^Subject\/Title/u);
    await title.fill('Half a sentence');

    build.renew();
    await page.evaluate(async () => {
      const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
      await (await navigator.serviceWorker.ready).update();
      await taken;
    });
    expect(await page.evaluate(() => caches.keys())).toHaveLength(2);
    await expect(title).toHaveValue('Half a sentence');
    expect(await page.evaluate((part) => fetch(part).then(({ ok }) => ok), olderPart)).toBe(true);
    await page.reload();
    await expect(title).toHaveValue('Half a sentence');

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Yes, log out' }).click();
    await page.waitForURL(/\/login$/u);
    await visit(page, await newCitizen('Bola', 'Ade'), build.url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('No water since Monday')).toHaveCount(0);
    const stored = await everythingStored(page);
    for (const words of ['No water since Monday', 'Half a sentence']) expect(stored).not.toContain(words);
    await page.goto('about:blank');
    await page.goto(build.url);
    await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(1);
    build.close();
  },
);

test('the manifest of the portal names a start in its scope and icons that exist', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { icons, start_url: start, scope, display, name } = await answer.json();
  expect({ start, scope, display, name }).toEqual({
    start: '/app',
    scope: '/',
    display: 'standalone',
    name: 'Service Delivery Portal',
  });
  expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src, type } of icons) expect((await request.get(src)).headers()['content-type']).toContain(type);
});

const waterIn = (page: Page) => page.getByText('No water since Monday').first();

/** Returns the paths that the service worker serves offline. */
const storedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });

/** Returns the browser's databases and caches of the portal, as text. */
const everythingStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: string[] = [...Object.values(localStorage), ...Object.values(sessionStorage)].map(String);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) found.push(key.url, await (await cache.match(key))!.text());
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name!);
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of database.objectStoreNames) {
        const request = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (request.onsuccess = resolve));
        found.push(JSON.stringify(request.result));
      }
      database.close();
    }
    return found.join('\n');
  });
