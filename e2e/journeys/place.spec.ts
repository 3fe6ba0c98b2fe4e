import { getComplaint, listComplaints } from '@baraza/contract';
import { type Page, expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fillComplaint, openComplaintForm } from '../support/complaint-form.ts';
import { enter, newCitizen, type Session } from '../support/session.ts';

let citizen: Session;
test.beforeAll(async () => {
  citizen = await newCitizen('Bisi', 'Adewale');
});
test.beforeEach(async ({ context, page }) => {
  await enter(context, citizen, 'web');
  await openComplaintForm(page);
});

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Complaint' }).click();

test(
  'a citizen adds the rounded location of the device, and a refusal leaves the text',
  { tag: '@full' },
  async ({ page, context }) => {
    const title = `No lamp at the stop ${Date.now().toString(36)}`;
    await fillComplaint(page, title);
    const ask = page.getByRole('button', { name: 'Use where I am' });
    await context.clearPermissions();
    await ask.click();
    await expect(page.getByText('Your description of the place is enough.', { exact: false })).toBeVisible();

    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 6.524374, longitude: 3.379206, accuracy: 24.2 });
    await ask.click();
    await expect(page.getByText('(within 25 m)', { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Round to about 1 km' }).click();
    await expect(page.getByText('(within about 1 km)', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByText('They may show where you live or work', { exact: false }).first()).toBeVisible();
    await submit(page);
    await expect(page.getByRole('heading', { name: 'Complaint submitted successfully!' })).toBeVisible();
    const { items } = await citizen.call(listComplaints, { query: { q: title } });
    const { point } = await citizen.call(getComplaint, { params: { id: items[0]!.id } });
    expect(point).toEqual({ lat: 6.52, lon: 3.38, accuracy: 1000 });
  },
);

test('a citizen chooses a point on the map by keyboard, and an unreadable map is hidden', async ({ page }) => {
  const title = `No bridge ${Date.now().toString(36)}`;
  await fillComplaint(page, title);
  // The file is no map.
  await page.route('**/map.pmtiles', (route) => route.fulfill({ body: 'x'.repeat(500), status: 206 }));
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expect(page.getByText('The map could not be loaded.', { exact: false })).toBeVisible();
  await expect(page.getByRole('application', { name: 'Outline of the areas' })).toBeVisible();

  await page.unroute('**/map.pmtiles');
  await page.getByRole('button', { name: 'Show the map' }).press('Enter');
  const map = page.getByRole('application', { name: 'Map' });
  await expect(page.getByText('Middle of the map: \u20660.0000, 0.0000\u2069.')).toBeVisible();
  await expect(page.getByText('Nobody, invented')).toBeVisible();
  await expectAccessible(page);
  await map.focus();
  for (const key of ['+', 'ArrowRight', 'ArrowUp', '-', '+']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await expect(page.getByText('(within about', { exact: false })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Put the pin in the middle' })).toBeFocused();

  await submit(page);
  await expect(page.getByRole('heading', { name: 'Complaint submitted successfully!' })).toBeVisible();
  const { items } = await citizen.call(listComplaints, { query: { q: title } });
  const { point } = await citizen.call(getComplaint, { params: { id: items[0]!.id } });
  // An eighth of a tile to the right and up, where the world is four tiles wide.
  expect(point).toMatchObject({ lat: 11.1784, lon: 11.25 });
});

test(
  'a tap on the outline and the arrow keys choose area and point of a complaint',
  { tag: '@full' },
  async ({ page }) => {
    const title = `No bus since noon ${Date.now().toString(36)}`;
    await fillComplaint(page, title);
    // The outline replaces a map that cannot be loaded.
    await page.route('**/map.pmtiles', (route) => route.abort());
    await page.getByRole('button', { name: 'Show the map' }).click();
    const map = page.getByRole('application', { name: 'Outline of the areas' });
    await map.locator('svg').click();
    await expect(page.getByLabel('Area (optional)', { exact: true })).not.toHaveValue('');
    const tapped = await page.getByText('(within about', { exact: false }).textContent();
    await expectAccessible(page);
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(tapped!, { exact: true })).toHaveCount(0);
    await submit(page);
    await expect(page.getByRole('heading', { name: 'Complaint submitted successfully!' })).toBeVisible();
    const { items } = await citizen.call(listComplaints, { query: { q: title } });
    const { point, area } = await citizen.call(getComplaint, { params: { id: items[0]!.id } });
    expect([point?.accuracy, area?.name]).toEqual([expect.any(Number), expect.stringMatching(/State$/u)]);
  },
);
