import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { listComplaints, listFeedback, listMdas } from '@baraza/contract';
import { languageNames } from '@baraza/contract/core/language';
import { type Page, expect, test } from '@playwright/test';
import { guestScreens } from '../support/guest-screens.ts';
import { buildPseudo, collectAnswers, plainEnglish, servePseudo } from '../support/pseudo-app.ts';
import type { Screen } from '../support/screen.ts';
import { createCitizenSession, enter, newCitizen } from '../support/session.ts';
import { allScreens } from '../support/screens.ts';
import { contextFor, visit } from '../support/visit.ts';

/** Finds texts outside the catalogue: a build in a pseudo-language has no plain English left. */
let folder: string;
let deskFolder: string;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  [folder, deskFolder] = await Promise.all([makeFolder(), makeFolder()]);
  await buildPseudo('web', folder);
  await buildPseudo('desk', deskFolder);
});
test.afterAll(async () => {
  for (const built of [folder, deskFolder]) await rm(built, { recursive: true, force: true });
});

const makeFolder = () => mkdtemp(path.join(os.tmpdir(), 'baraza-pseudo-'));

const settled = async (page: Page) => {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[data-skeleton], [aria-busy="true"]') === null);
  await page.waitForTimeout(200);
};

test('all texts before login are translatable', { tag: '@full' }, async ({ page, context }) => {
  await servePseudo(context, folder);
  const said = collectAnswers(page);
  // Each language has its own name in every language.
  for (const name of Object.values(languageNames)) said.add(name);
  const found: string[] = [];
  const addresses = ['/', '/login', '/register', '/forgot-password-email', '/nowhere'];
  for (const address of [...addresses, '/complain', '/track', '/numbers', '/verify', '/language']) {
    await page.goto(address);
    await settled(page);
    // The landing screen is prerendered in English; its title shows that the other language has loaded.
    if (address !== '/') await expect(page.locator('h1').first()).not.toHaveText(/[a-z]{3}/u);
    const button = page.locator('button[type=submit]');
    if ((await button.count()) > 0 && (await button.isEnabled())) await button.click();
    await page.waitForTimeout(100);
    found.push(...(await plainEnglish(page, said)).map((text) => `${address}: ${text}`));
  }
  expect(found).toEqual([]);
});

test('all texts of a citizen’s screens are translatable', { tag: '@full' }, async ({ page, context }) => {
  test.setTimeout(180_000);
  const citizen = await createCitizenSession();
  const [complaints, feedback, mdas] = await Promise.all([
    citizen.call(listComplaints, { query: { limit: 100 } }),
    citizen.call(listFeedback),
    citizen.call(listMdas),
  ]);
  await enter(context, citizen, 'web');
  await servePseudo(context, folder);
  const said = collectAnswers(page);
  // Device names in the list of sessions: names are the same in every language.
  for (const name of ['Chrome', 'Linux', 'macOS', 'Windows']) said.add(name);
  const found: string[] = [];
  const states = [...new Map(complaints.items.map((it) => [it.state, it.id])).values()];
  const addresses = [
    '/app/complaint/all-complaint',
    '/app/history/Canceled',
    ...states.map((id) => `/app/complaint/complaint-details/${id}`),
    '/app/complaint/complaint-details/00000000-0000-4000-8000-000000000000',
    '/app/complaint/new-complaint',
    '/app/feedback/all-feedback',
    '/app/feedback/new-feedback',
    `/app/feedback/feedback-details/${feedback.items[0]!.id}`,
    '/app/mda/mda-list',
    `/app/mda/mda-details/${mdas[0]!.id}`,
    '/app/chat',
    '/app/profile',
    '/app/nowhere',
  ];
  for (const address of addresses) {
    await page.goto(address);
    await settled(page);
    const look = async (where: string) =>
      found.push(...(await plainEnglish(page, said)).map((text) => `${where}: ${text}`));
    await look(address);
    // Checks the dialogs and menus of the screen as well.
    const buttons = page.getByRole('main').locator('button[aria-expanded=false], button[type=submit]');
    for (const button of (await buttons.elementHandles()).slice(0, 8)) {
      if (await button.isEnabled()) await button.click();
    }
    await page.waitForTimeout(300);
    await look(`${address} after pressing`);
  }
  expect(found).toEqual([]);
});

async function plainEnglishOn(page: Page, said: Set<string>, screens: readonly Screen[]): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screens) {
    await visit(page, screen);
    found.push(...(await plainEnglish(page, said)).map((text) => `${screen.name}: ${text}`));
  }
  return found;
}

test(
  'all texts of a guest’s screens are translatable, up to the opened complaint',
  { tag: '@full' },
  async ({ page, context }) => {
    await servePseudo(context, folder);
    const said = collectAnswers(page);
    const screens = await guestScreens();
    // The opened complaint comes first, so that its texts are known as the API's when the form shows them.
    const opened = screens.find(({ name }) => name === 'track-opened')!;
    await visit(page, opened);
    await page.getByRole('heading', { name: 'The clinic has no light' }).waitFor();
    expect(await plainEnglish(page, said)).toEqual([]);
    expect(await plainEnglishOn(page, said, screens)).toEqual([]);
  },
);

test(
  'all texts of a known issue and of a waiting outbox are translatable',
  { tag: '@full' },
  async ({ page, context }) => {
    const screens = (await allScreens()).filter(({ name }) => /^(?:app-)?known-issue$/u.test(name));
    await enter(context, await newCitizen(), 'web');
    await servePseudo(context, folder);
    const said = collectAnswers(page);
    const found = await plainEnglishOn(page, said, screens);
    await page.route('**/api/feedback', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.goto('/app/feedback/new-feedback');
    await page.locator('#category').selectOption({ index: 1 });
    await page.locator('#title').fill('Kind people');
    await page.locator('main [role="textbox"]').fill('At every counter.');
    await Promise.all([page.waitForEvent('requestfailed'), page.locator('button[type=submit]').click()]);
    await page.goto('/app/outbox');
    await expect(page.getByRole('article')).toContainText('Kind people');
    said.add('Kind people');
    found.push(...(await plainEnglish(page, said)).map((text) => `outbox: ${text}`));
    expect(found).toEqual([]);
  },
);

const search: Screen = { name: 'desk-search', path: '/desk/complaint/search?q=a', as: 'officer' };

for (const as of ['officer', 'supervisor', 'oversight', 'administrator'] as const) {
  test(`all texts of the desk’s screens for ${as} are translatable`, { tag: '@full' }, async ({ browser }) => {
    test.setTimeout(180_000);
    const context = await contextFor(browser, as, 1280, 'light');
    await servePseudo(context, deskFolder);
    const page = await context.newPage();
    const said = collectAnswers(page);
    // The steps that open dialogs use English names.
    const screens = [...(await allScreens()), search].filter((it) => it.as === as && !it.prepare);
    expect(await plainEnglishOn(page, said, screens)).toEqual([]);
    await context.close();
  });
}

test('the search for untranslatable texts finds a planted word', { tag: '@full' }, async ({ page }) => {
  await page.goto('/login');
  await page.locator('h1').waitFor();
  expect(await plainEnglish(page, new Set())).toContain('Forgot Password');
});
