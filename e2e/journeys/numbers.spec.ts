import type { AgencyNumbers, MonthNumbers } from '@baraza/contract/numbers/numbers';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { publishMonth } from '../support/database.ts';
import { tallRows } from '../support/table-rows.ts';

function agency(name: string, kept: number, group: AgencyNumbers['group']): AgencyNumbers {
  return {
    name,
    received: 210,
    due: 200,
    kept,
    reopened: 5,
    resolved: kept,
    days: 4,
    expected: 70,
    group,
    categories: [],
    answers: { yes: 60, no: 20 },
  };
}

const few = {
  received: 10,
  due: 10,
  kept: 5,
  reopened: 5,
  resolved: 5,
  days: null,
  expected: null,
  group: null,
  categories: [],
  answers: null,
};
const outsiders: MonthNumbers = {
  month: '2001-01',
  publishedAt: '2001-02-05T00:29:00.000Z',
  total: { received: 850, due: 810, kept: 560, reopened: null, resolved: 560 },
  funnel: { average: 0.7, spread: 0.0004, outer: 3.09 },
  agencies: [
    agency('Civil Registry', 180, 'better'),
    agency('Land Registry', 140, 'expected'),
    { name: 'Public Works', ...few },
    agency('Tax Office', 145, 'expected'),
    agency('Water Board', 95, 'worse'),
  ],
};

test('a visitor opens the public numbers from the first screen and downloads the file', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Public numbers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public numbers');
  await expect(page.getByText(/will be published on 5 /u)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all months (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('complaints.csv');
  await page.getByRole('link', { name: 'For catalogues (data.json)' }).click();
  await expect(page.getByText('dcat:Catalog')).toBeVisible();
});

test('a month of the public numbers shows outstanding agencies in a chart, in groups and in a table', async ({
  page,
}) => {
  await publishMonth(outsiders);
  await page.goto('/numbers?month=2001-01');
  const picture = page.getByRole('img', { name: 'Funnel plot of 4 agencies: 1 better than expected, 1 worse' });
  await expect(picture.getByText('Civil Registry')).toBeVisible();
  await expect(picture.getByText('Land Registry')).toHaveCount(0);
  const worse = page.getByRole('heading', { name: 'Worse than expected', exact: true }).locator('..');
  await expect(worse.getByRole('listitem')).toHaveText(['Water Board']);
  await expect(page.getByText('Fewer than 20 complaints, not compared: Public Works')).toBeVisible();
  await page.getByLabel('Your office').selectOption('Water Board');
  await expect(
    page.getByText('Water Board: 200 due, 48% in time; of those who answered, 75% say solved.'),
  ).toBeVisible();
  await page.getByLabel('Your office').selectOption('Public Works');
  await expect(page.getByText('Public Works: 10 due, too few for a rate.')).toBeVisible();
  for (const fold of ['Said resolved, and confirmed as solved', 'All figures'])
    await page.getByRole('heading', { name: fold }).click();
  const confirmed = page.getByRole('table', { name: 'Said resolved, and confirmed as solved' });
  await expect(confirmed.getByRole('row').filter({ hasText: 'Civil Registry' }).getByRole('cell')).toHaveText([
    '18090% of 200 in time',
    '33% to 89%75% of 80 who answered',
  ]);
  await expect(page.getByRole('term')).toHaveText([/^810/u, /^69%/u, /^75%/u]);
  await expect(page.getByRole('definition')).toHaveText([
    /^850 were received\.$/u,
    /^The agencies say 560 were resolved/u,
    /^320 answered.*At worst 43%, at best 86%\.$/u,
  ]);
  const figures = page.getByRole('table', { name: 'All figures' });
  const row = figures.getByRole('row').filter({ hasText: 'Water Board' });
  await expect(row.getByRole('cell')).toHaveText(['210', '200', '48%', '70%', '−22', 'under 10', '4', /Worse/u]);
  await expect(confirmed.getByRole('row').filter({ hasText: 'Public Works' })).toHaveCount(0);
  expect(await tallRows(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 740 });
  for (const theme of ['light', 'dark'] as const) await expectAccessible(page, theme);
});

test('a month with few complaints shows one panel instead of tables', { tag: '@full' }, async ({ page }) => {
  const agencies = ['Public Works', 'Tax Office'].map((name) => ({ name, ...few }));
  await publishMonth({ ...outsiders, month: '2001-02', agencies, funnel: null });
  await page.goto('/numbers?month=2001-02');
  await expect(page.getByText('No agency is compared')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'All figures' })).toHaveCount(0);
  await expect(page.getByLabel('Your office')).toHaveCount(0);
});

test('a month without published numbers shows a message', { tag: '@full' }, async ({ page }) => {
  await page.goto('/numbers?month=2090-01');
  await expect(page.getByRole('alert')).toContainText('The numbers could not be loaded.');
});
