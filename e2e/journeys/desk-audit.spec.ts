import { readFile } from 'node:fs/promises';
import { getDeskComplaint, listDeskComplaints } from '@baraza/contract/complaint/desk';
import { expect, test } from '@playwright/test';
import { createStaffSession, enter } from '../support/session.ts';

/** Has an officer read a complaint, which the audit trail records. */
async function readOne(): Promise<string> {
  const officer = await createStaffSession('officer@demo.example');
  const [first] = (await officer.call(listDeskComplaints, { query: { limit: 1 } })).items;
  await officer.call(getDeskComplaint, { params: { id: first!.id } });
  return first!.trackingId;
}

test('a supervisor filters and exports the audit trail of identity disclosures', async ({ context, page }) => {
  const trackingId = await readOne();
  await enter(context, await createStaffSession('supervisor@demo.example'), 'desk');
  await page.goto('/desk/');
  await page.getByRole('link', { name: 'Audit trail' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible();
  const rows = page.getByRole('row');
  const views = rows.filter({ hasText: 'Viewed a complaint and who filed it' });
  await expect(views.filter({ hasText: 'Officer' }).first()).toBeVisible();

  await page.getByLabel('Tracking ID').fill(trackingId);
  await page.getByLabel('About').selectOption({ label: 'Complaints' });
  // The results of the previous filter are gone while the next ones load.
  await page.route(
    '**/api/desk/audit?*',
    async (route) => {
      await expect(rows).toHaveCount(0);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`group=complaint&object=${trackingId}`, 'u'));
  await expect(rows.nth(1)).toContainText(trackingId);
  await page.reload();
  await expect(page.getByLabel('Tracking ID')).toHaveValue(trackingId);
  await expect(rows.nth(1)).toContainText(trackingId);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv).toContain('complaint.viewed');
  expect(
    csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .every((line) => line.includes(trackingId)),
  ).toBe(true);

  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Tracking ID')).toHaveValue('');
  await expect(rows.filter({ hasText: 'Exported data' }).first()).toBeVisible();
  await rows.filter({ hasText: 'Exported data' }).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/actor=/u);
  await expect(page.getByText('Only one person is shown.')).toBeVisible();
});
