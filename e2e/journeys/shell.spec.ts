import { type Page, expect, test } from '@playwright/test';
import { act, fileComplaint } from '../support/complaints.ts';
import { demoPassword } from '../support/portal.ts';
import { expectArrived } from '../support/see.ts';
import { createCitizenSession, createStaffSession, enter, newCitizen } from '../support/session.ts';

const login = async (page: Page, email: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/u).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
};

test.describe('signed in', () => {
  test.beforeEach(async ({ context }) => enter(context, await createCitizenSession(), 'web'));

  test(
    'short addresses of the portal redirect, and history tabs work in both spellings',
    { tag: '@full' },
    async ({ page }) => {
      for (const [from, to] of [
        ['/app', '/app/complaint/all-complaint'],
        ['/app/complaint', '/app/complaint/all-complaint'],
        ['/app/feedback', '/app/feedback/all-feedback'],
        ['/app/history', '/app/history/resolved'],
        ['/app/mda', '/app/mda/mda-list'],
      ] as const) {
        await page.goto(from);
        await expect(page).toHaveURL(new RegExp(`${to}$`, 'u'));
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!');
      }
      for (const status of ['Resolved', 'Processing', 'Pending', 'Canceled']) {
        for (const spelling of [status, status.toLowerCase()]) {
          await page.goto(`/app/history/${spelling}`);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(status);
          await expect(page.getByRole('link', { name: new RegExp(`^${status}`, 'u') }).first()).toHaveAttribute(
            'aria-current',
            'page',
          );
        }
      }
      await page.goto('/app/no-such-screen');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
      await expect(page.getByText('There is no page at this address.')).toBeVisible();
    },
  );

  test('the menu has six items and marks the active one, and each screen’s heading has the focus', async ({ page }) => {
    await page.goto('/app');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const names = ["MDA's", 'Feedback', 'Customer Support', 'Profile', 'Complaints'];
    const headings = [
      'Ministries, Departments, and Agencies (MDA)',
      'Feedback',
      'Customer Support',
      'Profile',
      /^(?:Good|Welcome)/u,
    ];
    const titles = [/^Ministries/u, /^Feedback/u, /^Customer Support/u, /^Profile/u, /^Complaints/u];
    for (const [index, name] of names.entries()) {
      await menu.getByRole('link', { name, exact: true }).click();
      await expectArrived(page, headings[index]!);
      await expect(page).toHaveTitle(titles[index]!);
      await expect(menu.locator('[aria-current=page]')).toHaveText(name);
    }
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.goto('/app/history/Pending');
    await expect(menu.locator('[aria-current=page]')).toHaveText('Complaints');
    // Name and photo lead to the profile; the initials replace a missing photo.
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Profile: / })
      .click();
    await expectArrived(page, 'Profile');
  });

  test(
    'opening a screen before the first one has loaded moves the focus to its heading',
    { tag: '@full' },
    async ({ page }) => {
      await page.route('**/assets/dashboard-page-*.js', () => new Promise(() => undefined));
      await page.goto('/app');
      await expect(page).toHaveURL(/all-complaint$/u);
      await page
        .getByRole('navigation', { name: 'Main menu' })
        .getByRole('link', { name: 'Profile', exact: true })
        .click();
      await expectArrived(page, 'Profile');
    },
  );

  test('Back opens the previous screen with the focus on its heading', { tag: '@full' }, async ({ page }) => {
    await page.goto('/app/mda/mda-list');
    await page
      .getByRole('link', { name: /^View .* Monthly Report/u })
      .first()
      .click();
    await expect(page).toHaveURL(/mda-details/u);
    await page.goBack();
    await expectArrived(page, 'Ministries, Departments, and Agencies (MDA)');
  });

  test('the menu of the portal slides in on a small screen and closes again', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/app/profile');
    await expect(page.getByRole('banner').getByText('Amina Okafor')).toBeInViewport({ ratio: 0.5 });
    const open = page.getByRole('button', { name: 'Open the menu' });
    await open.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Complaints', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(open).toBeFocused();
    await open.click();
    await menu.getByRole('link', { name: 'Customer Support' }).click();
    await expect(menu).toHaveCount(0);
    await expectArrived(page, 'Customer Support');
    await open.click();
    await menu.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('dialog', { name: 'Log Out' })).toBeVisible();
  });
});

test('a deep link asks for the login and returns to its address', async ({ page }) => {
  await page.goto('/app/history/Processing?sort=oldest');
  await expect(page).toHaveURL(/\/login$/u);
  await login(page, 'citizen2@demo.example');
  await expect(page).toHaveURL(/\/app\/history\/Processing\?sort=oldest$/u);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Processing');
});

test('logging out asks for confirmation, empties all storage and closes every screen', async ({ page }) => {
  await page.goto('/login');
  await login(page, 'citizen2@demo.example');
  await page.getByRole('link', { name: 'New Complaint' }).first().click();
  await page.getByLabel(/^Subject\/Title/u).fill('Nobody else shall read this');
  await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log Out' });
  await expect(dialog).toContainText('Are you sure you want to log out of your account?');
  await expect(dialog).toContainText('1 draft is not sent and will be deleted.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await dialog.getByRole('button', { name: 'Yes, log out' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  const answer = await page.request.get('/api/users/get-details', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/u);
  await login(page, 'citizen2@demo.example');
  await page.getByRole('link', { name: 'New Complaint' }).first().click();
  await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('');
});

test('the bell shows a live notification, which opens the complaint and is then read', async ({ page, context }) => {
  const citizen = await newCitizen('Kwame');
  await enter(context, citizen, 'web');
  await page.goto('/app');
  const bell = page.getByRole('button', { name: /^Notifications \(/u });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications (0)' });
  await expect(panel).toContainText('No notifications available');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(bell).toBeFocused();

  const complaint = await fileComplaint(citizen.call, { title: 'The form was lost twice' });
  const officer = await createStaffSession('officer@demo.example');
  await act(officer.call, complaint.id, ['start'], ['reply', 'We look for it.']);
  await expect(bell).toHaveAccessibleName('Notifications (2)');
  await bell.click();
  const first = page.getByRole('dialog', { name: 'Notifications (2)' }).getByRole('link').first();
  await expect(first).toContainText('Travel Documents Office answered: "The form was lost twice"');
  await expect(first).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/u);
  await expect(first).toContainText('2 updates');
  await first.click();
  await expectArrived(page, 'The form was lost twice');
  await expect(bell).toHaveAccessibleName('Notifications (0)');
});
