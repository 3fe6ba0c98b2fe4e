import { readFile } from 'node:fs/promises';
import { listContacts } from '@baraza/contract/mda/mda';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { chooseFromRow } from '../support/desk.ts';
import { errorAt, expectProblem, expectToast } from '../support/see.ts';
import { createCitizenSession, createStaffSession, enter } from '../support/session.ts';

let context: BrowserContext;
let page: Page;
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext();
  await enter(context, await createStaffSession('supervisor@demo.example'), 'desk');
  page = await context.newPage();
});
test.afterEach(() => context.close());

test('a supervisor publishes, moves and removes a contact, and an invalid one is refused', async () => {
  const name = `Zainab ${Date.now()}`;
  await page.goto('/desk/contact');
  await page.getByRole('button', { name: 'New contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await dialog.getByLabel(/^Name/u).fill(name);
  await dialog.getByLabel(/^Phone/u).fill('call me');
  await dialog.getByLabel(/^Email/u).fill('zainab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(errorAt(page, 'phone')).toBeVisible();
  await expect(errorAt(page, 'email')).toContainText('Invalid email address');
  await dialog.getByLabel(/^Phone/u).fill('+234 800 100');
  await dialog.getByLabel(/^Email/u).fill('zainab@travel.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Contact published.');
  const citizen = await createCitizenSession();
  const published = async () => (await citizen.call(listContacts)).some((it) => it.name === name);
  expect(await published()).toBe(true);

  const names = () => page.getByRole('rowheader').allTextContents();
  const before = await names();
  await chooseFromRow(page.getByRole('row', { name }), `Move up ${name}`);
  await expect.poll(names).not.toEqual(before);
  expect((await names()).indexOf(name)).toBe(before.length - 2);
  await chooseFromRow(page.getByRole('row', { name }), `Remove ${name}`);
  await page.getByRole('button', { name: 'Remove contact' }).click();
  await expectToast(page, 'Contact removed.');
  expect(await published()).toBe(false);
});

test('the number of complaints of a member of staff leads to their list', { tag: '@full' }, async () => {
  await page.goto('/desk/our-staff');
  await page
    .getByRole('link', { name: /^Open complaints of/u })
    .first()
    .click();
  await expect(page).toHaveURL(/\/complaint\/open\?assignee=/u);
  await page.getByRole('button', { name: /^Remove the filter/u }).click();
  await expect(page).not.toHaveURL(/assignee=/u);
});

test('a supervisor enters a leave with a deputy and ends it', { tag: '@full' }, async () => {
  await page.goto('/desk/our-staff');
  await page.getByRole('button', { name: 'Set leave Kwame Mensah' }).click();
  await page.getByLabel('Last day away').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await page.getByLabel('Deputy').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Away until .* stands in$/u)).toBeVisible();
  await page.getByRole('button', { name: 'Change leave Kwame Mensah' }).click();
  await page.getByRole('button', { name: 'End the leave now' }).click();
  await expect(page.getByText(/^Away until/u)).toBeHidden();
});

test('a supervisor enters holidays as a day and a span, removes one, and a span that ends first is refused', async () => {
  const name = `Market days ${Date.now()}`;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const start = 30 + Math.floor(Math.random() * 300);
  await page.goto('/desk/calendar');
  await page.getByLabel(/^Name of the day/u).fill(name);
  await page.getByLabel(/^Day/u).fill(inDays(start + 1));
  await page.getByLabel(/^Last day/u).fill(inDays(start));
  await page.getByRole('button', { name: 'Add to the calendar' }).click();
  await expectProblem(page, 'The last day must not be before the first.');
  await page.getByLabel(/^Last day/u).fill(inDays(start + 2));
  await page.getByRole('button', { name: 'Add to the calendar' }).click();
  await expectToast(page, '2 days entered.');
  await expect(page.getByRole('row', { name: new RegExp(name, 'u') })).toHaveCount(2);
  for (const left of [1, 0]) {
    await chooseFromRow(page.getByRole('row', { name }).first(), `Remove ${name}`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove day off' }).click();
    await expect(page.getByRole('row', { name: new RegExp(name, 'u') })).toHaveCount(left);
  }
});

test('the report shows figures, chart and tables of a span, refuses a wrong span, and is exported', async () => {
  await page.goto('/desk/report');
  // Lines for months with many complaints, and the table in their place for few.
  const lines = page.getByRole('figure', { name: /Complaints by month/u });
  await expect(lines.or(page.getByRole('table', { name: 'By month' }))).toBeVisible();
  await expect(page.getByRole('table', { name: 'By category' }).getByRole('row')).not.toHaveCount(1);
  await expect(page.getByRole('table', { name: /^By officer/u })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^complaints-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/u);
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(rows[0]).toContain('Tracking ID,Title,MDA');
  expect(rows.length).toBeGreaterThan(5);
  await page.getByLabel('From').fill('2026-02-02');
  await page.getByLabel('To', { exact: true }).fill('2026-02-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('The last day must not be before the first.').first()).toBeVisible();
});

test('oversight reports on all MDAs, or on one', { tag: '@full' }, async ({ browser }) => {
  const all = await browser.newContext();
  await enter(all, await createStaffSession('oversight@demo.example'), 'desk');
  const own = await all.newPage();
  await own.goto('/desk/report');
  await expect(own.getByText(/^All MDAs, /u)).toBeVisible();
  await expect(own.getByRole('table', { name: /^By officer/u })).toBeHidden();
  await own.getByLabel('MDA').selectOption({ label: 'Travel Documents Office' });
  await own.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(own.getByText(/^Travel Documents Office, /u)).toBeVisible();
  await expect(own.getByRole('table', { name: /^By officer/u })).toBeVisible();
  await all.close();
});
