import { createMda, listDeskComplaints } from '@baraza/contract';
import { expect, test, type Locator } from '@playwright/test';
import { createStaffSession, enter } from '../support/session.ts';

/** Returns the distinct vertical centres of elements: one if they stand side by side. */
const linesOf = async (all: Locator) => {
  const boxes = await Promise.all((await all.all()).map((it) => it.boundingBox()));
  return new Set(boxes.map((box) => Math.round(box!.y + box!.height / 2))).size;
};

test('the usual actions in a row of staff fit on one line', { tag: '@full' }, async ({ context, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enter(context, await createStaffSession('admin@demo.example'), 'desk');
  await page.goto('/desk/staff');
  const row = page.getByRole('row').filter({ hasText: 'officer@demo.example' });
  await expect(row.getByRole('button')).toHaveCount(2);
  expect(await linesOf(row.getByRole('button'))).toBe(1);
  // Rare and dangerous actions are in the menu only.
  await expect(page.getByRole('button', { name: /^Disable/u })).toBeHidden();
  await row.getByRole('button', { name: /^More for/u }).click();
  await expect(row.getByRole('button', { name: /^Disable/u })).toBeVisible();
});

test(
  'the name of an MDA that is one long word does not widen the page of a phone',
  { tag: '@full' },
  async ({ context, page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    const admin = await createStaffSession('admin@demo.example');
    const name = `Wasserwirtschaftsverwaltungsaufsichtsbehoerdenkoordinierungsstelle ${Date.now()}`;
    await admin.call(createMda, { form: { name, jurisdictionAllowed: 'false' } });
    await enter(context, admin, 'desk');
    await page.goto('/desk/mda');
    await expect(page.locator('bdi', { hasText: name })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  },
);

test('the Send button is beside the tools for writing', { tag: '@full' }, async ({ context, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const officer = await createStaffSession('officer@demo.example');
  const { items } = await officer.call(listDeskComplaints, { query: { limit: 100 } });
  await enter(context, officer, 'desk');
  await page.goto(`/desk/complaint/open/${items.find((it) => it.state === 'in_progress')!.id}`);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeVisible();
  expect(await linesOf(send.or(page.getByRole('button', { name: 'Saved replies' })))).toBe(1);
});

test(
  'the audit trail shows an opened list with its tracking IDs instead of a count',
  { tag: '@full' },
  async ({ context, page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const supervisor = await createStaffSession('supervisor@demo.example');
    await supervisor.call(listDeskComplaints, { query: { limit: 5 } });
    await enter(context, supervisor, 'desk');
    await page.goto('/desk/audit?group=complaint');
    const row = page.getByRole('row').filter({ hasText: 'Viewed a list' }).first();
    await expect(row.getByRole('cell').nth(1)).toHaveText('Complaints');
    await expect(row.getByText(/^(SDP-[\w-]+(, )?){5}$/u)).toBeVisible();
  },
);
