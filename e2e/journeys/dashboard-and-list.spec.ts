import { countComplaints } from '@baraza/contract/complaint/complaint';
import { expect, test } from '@playwright/test';
import { act, fileComplaint, today } from '../support/complaints.ts';
import { createStaffSession, enter, newCitizen, type Session } from '../support/session.ts';

/** Thirteen complaints: one is resolved, one is in progress, the others wait. */
let citizen: Session;
test.beforeAll(async () => {
  citizen = await newCitizen('Ifeoma', 'Bello');
  const officer = await createStaffSession('officer@demo.example');
  for (let i = 1; i <= 13; i++) {
    const category = i === 5 ? 'Emergency' : 'Poor Service';
    const { id } = await fileComplaint(citizen.call, { title: `Matter ${String(i).padStart(2, '0')}`, category });
    if (i === 12) await act(officer.call, id, ['start']);
    if (i === 13) await act(officer.call, id, ['start'], ['resolve', 'Put right.']);
  }
});

test('the dashboard without complaints shows how to begin', async ({ page, context }) => {
  await enter(context, await newCitizen('Sade', 'Ojo'), 'web');
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(?:Good (?:morning|afternoon|evening)|Welcome), Sade Ojo$/u,
  );
  await expect(page.getByText('No complaint?', { exact: true })).toBeVisible();
  await expect(page.getByText("Click the '+' button to create your first complaint")).toBeVisible();
  await expect(page.getByText('No complaints found.')).toHaveCount(0);
  await expect(page.getByPlaceholder('Search in your complaints...')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'New Complaint' }).last().click();
  await expect(page).toHaveURL(/new-complaint$/u);
});

test.describe('with complaints', () => {
  test.beforeEach(async ({ context }) => enter(context, citizen, 'web'));

  test('the dashboard has a dark banner, counts on its tabs, and cards with every fact', async ({ page }) => {
    await page.goto('/app');
    const banner = page.getByRole('heading', { level: 1 });
    await expect(banner).toContainText('Ifeoma Bello');
    const light = await banner.evaluate((it) => {
      let box: Element | null = it;
      while (box && getComputedStyle(box).backgroundColor === 'rgba(0, 0, 0, 0)') box = box.parentElement;
      const [r = 0, g = 0, b = 0] = getComputedStyle(box!).backgroundColor.match(/\d+/gu)!.map(Number);
      return (r + g + b) / 3;
    });
    expect(light).toBeLessThan(90);
    const counts = await citizen.call(countComplaints);
    const tabs = page.getByRole('navigation', { name: 'Complaints by status' }).getByRole('link');
    await expect(tabs).toHaveText(
      (['Resolved', 'Processing', 'Pending', 'Canceled'] as const).map((it) => `${it}${counts[it]}`),
    );

    const card = page.getByRole('article').filter({ hasText: 'Matter 13' });
    await expect(card).toContainText('Travel Documents Office');
    await expect(card).toContainText(/SDP-\d\d-[0-9A-Z]{6}/u);
    await expect(card).toContainText(today());
    await expect(card.getByText('Status: Resolved')).toBeVisible();
    await expect(card.getByText('Poor Service')).toHaveCSS('text-transform', 'uppercase');
    await card.getByRole('link', { name: /^View Details.*Matter 13/u }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Matter 13' })).toBeVisible();
  });

  test(
    'the card of a complaint on a phone is low and opens wherever it is pressed',
    { tag: '@full' },
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/app');
      const card = page.getByRole('article').filter({ hasText: 'Matter 13' });
      await expect(card.getByText('Resolved').locator('visible=true')).toHaveCount(1);
      expect((await card.boundingBox())!.height).toBeLessThanOrEqual(170);
      expect((await page.getByRole('article').filter({ hasText: 'Matter 12' }).boundingBox())!.height).toBeLessThan(
        140,
      );

      await card.getByText('Travel Documents Office').click({ position: { x: 2, y: 2 }, force: true });

      await expect(page.getByRole('heading', { level: 1, name: 'Matter 13' })).toBeVisible();
    },
  );

  test('the address of a citizen’s list keeps search, order, category and page', async ({ page }) => {
    await page.goto('/app');
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveCount(10);
    await expect(titles.first()).toHaveText('Matter 13');
    await expect(page.getByText('Showing 1 to 10 of 13')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(titles).toHaveText(['Matter 03', 'Matter 02', 'Matter 01']);
    await page.goBack();
    await expect(titles.first()).toHaveText('Matter 13');

    await page.getByLabel('Sort By').selectOption({ label: 'Oldest' });
    await expect(titles.first()).toHaveText('Matter 01');
    await page.getByPlaceholder('Search in your complaints...').fill('MATTER 1');
    await expect(titles).toHaveText(['Matter 10', 'Matter 11', 'Matter 12', 'Matter 13']);
    await page.reload();
    await expect(titles).toHaveCount(4);
    await expect(page.getByPlaceholder('Search in your complaints...')).toHaveValue('MATTER 1');
    await page.getByPlaceholder('Search in your complaints...').fill('');
    await expect(titles).toHaveCount(10);

    const category = page.getByLabel('Category');
    await expect(category.getByRole('option')).toHaveText([
      'All Categories',
      'Billing/Payment',
      'Delayed Approvals',
      'Poor Service',
      'Illegal Duty',
      'Emergency',
      'Others',
    ]);
    await category.selectOption({ label: 'Emergency' });
    await expect(titles).toHaveText(['Matter 05']);
    await category.selectOption({ label: 'Illegal Duty' });
    await expect(page.getByText('No complaints found.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(titles).toHaveCount(10);
  });

  test('each tab of a citizen’s history lists one status', { tag: '@full' }, async ({ page }) => {
    for (const [tab, titles] of [
      ['processing', ['Matter 12']],
      ['Canceled', []],
    ] as const) {
      await page.goto(`/app/history/${tab}`);
      if (titles.length === 0) await expect(page.getByText('No complaints found.', { exact: true })).toBeVisible();
      await expect(page.getByRole('article').getByRole('heading')).toHaveText([...titles]);
    }
  });

  test('the card of a complaint offers the survey only while it can be taken', async ({ page }) => {
    await page.goto('/app');
    await expect(page.getByRole('article')).toHaveCount(10);
    const take = page.getByRole('button', { name: /^Take survey/u });
    await expect(take).toHaveCount(1);
    await take.click();
    const survey = page.getByRole('dialog', { name: 'We Value Your Replies!' });
    await survey.getByRole('radio', { name: 'Neutral' }).check();
    await survey.getByRole('textbox').fill('It took long, and then it went fast.');
    await survey.getByRole('button', { name: 'Submit' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thank You for Your Replies!' });
    await expect(thanks).toBeVisible();
    const refreshed = page.waitForResponse((it) => /\/api\/complaint\?/u.test(it.url()));
    await thanks.getByRole('button', { name: 'Close' }).click();
    await refreshed;
    await expect(take).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(10);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  });
});
