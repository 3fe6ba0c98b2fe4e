import { getMdaStats, responseRate } from '@baraza/contract/mda/mda';
import { expect, test } from '@playwright/test';
import { createCitizenSession, enter, type Session } from '../support/session.ts';
import { tallRows } from '../support/table-rows.ts';

let session: Session;
test.beforeEach(async ({ context }) => {
  session = await createCitizenSession();
  await enter(context, session, 'web');
});

test('the list of MDAs has a banner, search, cards, and two tables with the figures of the server', async ({
  page,
}) => {
  const stats = await session.call(getMdaStats);
  await page.goto('/app/mda/mda-list');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ministries, Departments, and Agencies (MDA)');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(stats.mdaStats.length);
  const name = stats.mdaStats[1]!.mdas_name;
  const card = cards.filter({ hasText: name });
  await expect(card).toContainText(`Explore the comprehensive report of ${name} service delivery.`);
  await expect(card.locator('img')).toBeVisible();
  await expect(card).toContainText(`${stats.mdaStats[1]!.totalComplaints} complaints`);
  await expect(card).toContainText(`${responseRate(stats.mdaStats[1]!)}% resolved`);

  for (const [caption, rows] of [
    ['Top 3 MDAs', stats.top3MDAs],
    ['Bottom 3 MDAs', stats.lowest3MDAs],
  ] as const) {
    const table = page.getByRole('table', { name: caption });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Position',
      'Names of MDAs',
      'Complaints Received',
      'Complaints Resolved',
      'Rate of Response',
    ]);
    expect(rows).toHaveLength(3);
    for (const stat of rows) {
      const row = table.getByRole('row').filter({ hasText: stat.mdas_name });
      await expect(row).toContainText(String(stat.totalComplaints));
      await expect(row).toContainText(String(stat.resolvedComplaints));
      await expect(row).toContainText(`${responseRate(stat)}%`);
    }
  }

  const search = page.getByPlaceholder("Search mda's...");
  await search.fill(name.toUpperCase());
  await expect(cards).toHaveCount(1);
  await search.fill('zzz');
  await expect(page.getByText('No MDAs found.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(cards).toHaveCount(stats.mdaStats.length);
});

test('on a phone the list of MDAs begins with a card in view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/app/mda/mda-list');
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  expect((await card.boundingBox())!.y).toBeLessThan(400);
  expect(await tallRows(page)).toEqual([]);
});

test('a logo that does not load is replaced by a placeholder', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/mda/stats', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { mdaStats: { mdas_logoUrl: string }[] };
    body.mdaStats[0]!.mdas_logoUrl = '/api/files/no-such-logo';
    await route.fulfill({ response, json: body });
  });
  await page.goto('/app/mda/mda-list');
  const cards = page.getByRole('article');
  await expect(cards.nth(1).locator('img')).toBeVisible();
  await expect(cards.nth(0).locator('svg').first()).toBeVisible();
  await expect(cards.nth(0).locator('img')).toHaveCount(0);
});

test('the monthly report of an MDA has three cards, a chart of twelve months, and its table', async ({ page }) => {
  const begun = new Date();
  await page.goto('/app/mda/mda-list');
  const card = page.getByRole('article').first();
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('link', { name: /^View .+ Monthly Report/u }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const value = async (label: string) =>
    Number(await page.getByText(label, { exact: true }).locator('xpath=following-sibling::p').innerText());
  await expect(page.getByText('Total Resolved Reports', { exact: true })).toBeVisible();
  const total = await value('Total Resolved Reports').then(
    async (it) => it + (await value('Total Unresolved Reports')),
  );
  const figure = page.getByRole('figure');
  const chart = figure.getByRole('application');
  await expect(chart).toBeVisible();
  expect(Math.round((await chart.boundingBox())!.height)).toBe(400);
  for (const line of ['Total Reports', 'Resolved Reports', 'Unresolved Reports']) {
    await expect(figure.getByRole('listitem').filter({ hasText: line }).first()).toBeVisible();
  }
  await expect(chart.locator('[data-series]')).toHaveCount(3);
  for (const month of ['Jan', 'Dec']) await expect(chart.getByText(month, { exact: true })).toBeVisible();

  await figure.getByRole('button', { name: 'Show as table' }).click();
  const rows = figure.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(13);
  expect(await tallRows(page)).toEqual([]);
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.innerText))),
  );
  // Future months have a place in chart and table, and no figures.
  const past = cells.filter((row) => !Number.isNaN(row[0]));
  expect([begun, new Date()].map((it) => it.getUTCMonth() + 1)).toContain(past.length);
  for (const [all = 0, resolved = 0, unresolved = 0] of past) expect(unresolved).toBe(all - resolved);
  expect(past.reduce((sum, [all = 0]) => sum + all, 0)).toBe(total);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/mda-list$/u);
});
