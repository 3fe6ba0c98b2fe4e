import { logout, listComplaints, listFeedback, listMdas } from '@baraza/contract';
import { type Page, type Route, expect, test } from '@playwright/test';
import { fillComplaint } from '../support/complaint-form.ts';
import { password } from '../support/portal.ts';
import { createCitizenSession, enter, newCitizen, type Session } from '../support/session.ts';

const internal = 'Something went wrong on our side. Nothing was saved. Please try again.';

test.describe('a load that fails', () => {
  let citizen: Session;
  let ids: { complaint: string; feedback: string; mda: string };
  test.beforeAll(async () => {
    citizen = await createCitizenSession();
    const [complaints, feedback, mdas] = await Promise.all([
      citizen.call(listComplaints),
      citizen.call(listFeedback),
      citizen.call(listMdas),
    ]);
    ids = { complaint: complaints.items[0]!.id, feedback: feedback.items[0]!.id, mda: mdas[0]!.id };
  });
  test.beforeEach(async ({ context }) => enter(context, citizen, 'web'));

  /** Loads: the call, the screen, the text when it fails, and the text when it succeeds. */
  const cases: [api: RegExp, path: () => string, said: string, shown: (page: Page) => Promise<void>][] = [
    [
      /\/api\/complaint\?/u,
      () => '/app/history/resolved',
      'The complaints could not be loaded.',
      async (page) => expect(page.getByRole('article').first()).toBeVisible(),
    ],
    [
      /\/api\/complaint\/[0-9a-f-]{36}/u,
      () => `/app/complaint/complaint-details/${ids.complaint}`,
      'The complaint could not be loaded.',
      async (page) => expect(page.getByRole('heading', { name: 'What you told us' })).toBeVisible(),
    ],
    [
      /\/api\/mda\/stats/u,
      () => '/app/mda/mda-list',
      'The MDAs could not be loaded.',
      async (page) => expect(page.getByRole('article').first()).toBeVisible(),
    ],
    [
      /\/api\/mda\/[0-9a-f-]{36}\/summary/u,
      () => `/app/mda/mda-details/${ids.mda}`,
      'The report could not be loaded.',
      async (page) => expect(page.getByRole('figure')).toBeVisible(),
    ],
    [
      /\/api\/feedback\?/u,
      () => '/app/feedback/all-feedback',
      'Your feedback could not be loaded.',
      async (page) => expect(page.getByRole('article').first()).toBeVisible(),
    ],
    [
      /\/api\/feedback\/[0-9a-f-]{36}/u,
      () => `/app/feedback/feedback-details/${ids.feedback}`,
      'The feedback could not be loaded.',
      async (page) => expect(page.getByRole('heading', { name: 'What you told us' })).toBeVisible(),
    ],
    [
      /\/api\/mda$/u,
      () => '/app/complaint/new-complaint',
      'The list of MDAs could not be loaded.',
      async (page) => expect(page.getByLabel(/^MDA/u).getByRole('option')).not.toHaveCount(1),
    ],
    [
      /\/api\/category\/complaints/u,
      () => '/app/complaint/new-complaint',
      'The categories could not be loaded.',
      async (page) => expect(page.getByLabel(/^Category/u).getByRole('option')).not.toHaveCount(1),
    ],
    [
      /\/api\/users\/get-details/u,
      () => '/app/profile',
      'Your profile could not be loaded.',
      async (page) => expect(page.getByLabel('First Name')).not.toHaveValue(''),
    ],
    [
      /\/api\/session/u,
      () => '/app/profile',
      'The list could not be loaded.',
      async (page) => expect(page.getByText('This device')).toBeVisible(),
    ],
  ];

  // All screens share these parts, so a merge tries two of them.
  for (const [index, [api, path, said, shown]] of cases.entries()) {
    test(
      `a failed load shows an error and can be tried again: ${said}`,
      { tag: index > 1 ? '@full' : [] },
      async ({ page }) => {
        // Fails every load until the press: a later part of the page loads it too, and would end a single failure.
        let failing = true;
        await page.exposeFunction('mend', () => (failing = false));
        await page.addInitScript(`addEventListener('pointerdown', () => mend())`);
        const failed = { status: 500, json: { message: internal, code: 'INTERNAL' } };
        await page.route(api, (route) => (failing ? route.fulfill(failed) : route.continue()));
        await page.goto(path());
        const failure = page.getByRole('alert').filter({ hasText: said });
        await expect(failure).toContainText(internal);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await failure.getByRole('button', { name: 'Try again' }).click();
        await shown(page);
        await expect(failure).toHaveCount(0);
        expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
      },
    );
  }

  test('a failed load of the bell or the contacts can be tried again', { tag: '@full' }, async ({ page }) => {
    await page.route(/\/api\/(?:notification\?|users\/customer-support)/u, (route) =>
      route.fulfill({ status: 500, json: { message: internal, code: 'INTERNAL' } }),
    );
    await page.goto('/app/chat');
    await page.getByRole('button', { name: /^View .* Contact$/u }).click();
    await expect(page.getByText('The contacts could not be loaded.')).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/u }).click();
    await expect(page.getByText('The notifications could not be loaded.')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The notifications could not be loaded.')).toHaveCount(0);
    // The pressed button is gone; the panel has the focus, so Esc closes it.
    await expect(page.getByRole('group', { name: 'Notifications' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The other failed load was repeated with it.
    await expect(page.getByRole('table', { name: 'Customer support contacts' })).toBeVisible();
  });

  test('a citizen’s list shows skeletons while it loads', { tag: '@full' }, async ({ page }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/api\/complaint\?/u, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/app/history/resolved');
    await expect(page.locator('[data-skeleton]')).toHaveCount(5);
    await expect(page.locator('[data-skeleton]').first()).toBeVisible();
    answer();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  });

  test('a screen whose code fails to load shows an error inside the frame and can be tried again', async ({ page }) => {
    await page.goto('/app/profile');
    await page.locator('h1').waitFor();
    await page.route(/assets\/support-page/u, (route) => route.abort());
    await page.getByRole('link', { name: 'Customer Support' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'This part of the screen could not be loaded.' });
    await expect(failure).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Support');
  });
});

test('the portal shows that it is offline, and sends a submission once the connection is back', async ({
  page,
  context,
}) => {
  await enter(context, await newCitizen('Musa'), 'web');
  await page.goto('/app/complaint/new-complaint');
  await expect(page.getByText('Online. Everything is saved.')).toBeVisible();
  await fillComplaint(page, 'Written in the bush');
  await context.setOffline(true);
  await expect(page.getByText('Offline. You can keep writing.')).toBeVisible();
  // The state has its own line on a phone, and does not squeeze the name.
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(100);
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  await expect(page).toHaveURL(/all-complaint$/u);
  await expect(page.getByText('Offline. 1 waiting to be sent')).toBeVisible();
  await context.setOffline(false);
  // It is sent once online.
  await expect(page.getByText(/^Sent\. Tracking ID/u)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByText('Online. Everything is saved.')).toBeVisible();
});

test('a complaint submitted in an ended session is kept and sent after the log-in', async ({ page }) => {
  const citizen = await newCitizen('Nkechi');
  await page.goto('/login');
  // Only the browser has the token after this.
  await page.evaluate((token) => localStorage.setItem('authToken', token), citizen.token);
  await page.goto('/app/complaint/new-complaint');
  await fillComplaint(page, 'Almost sent');
  // Ends the session during the request: any other call would lead to the log-in before the press.
  const endFirst = async (route: Route) => {
    await citizen.call(logout);
    await route.continue();
  };
  await page.route('**/api/complaint', endFirst, { times: 1 });
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByText('Please log in again. Your draft is saved.')).toBeVisible();
  await page.getByLabel('Email').fill(citizen.email);
  await page.getByLabel(/^Password/u).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(/^Sent\. Tracking ID/u)).toBeVisible();
  await page.goto('/app');
  await expect(page.getByRole('link', { name: 'Almost sent', exact: true })).toBeVisible();
});
