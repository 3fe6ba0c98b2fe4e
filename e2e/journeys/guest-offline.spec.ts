import { createClient, getComplaint, openGuestSession } from '@baraza/contract';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fillComplaint } from '../support/complaint-form.ts';
import { openLine, type CutLine } from '../support/cut-line.ts';
import { filmOf } from '../support/film.ts';
import { fixture, port, portalUrl } from '../support/portal.ts';
import { expectArrived } from '../support/see.ts';

/*
 * Guests over a broken connection: a complaint is sent once, without a press, and its code comes back.
 */

test.use({ serviceWorkers: 'allow' });

let line: CutLine;
test.beforeEach(async () => {
  line = await openLine(port, 2_000_000);
});
test.afterEach(() => line.close());

/** Opens the portal once, so that it is stored on the device. */
async function visitOnce(page: Page): Promise<void> {
  await page.goto(`${line.url}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // What is kept for the time offline is read once somebody uses the page.
  await page.mouse.move(1, 1);
  const hasChoices = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('copies');
          // The portal has not made the database yet.
          opening.onupgradeneeded = () => opening.transaction?.abort();
          opening.onerror = () => resolve('');
          opening.onsuccess = () => {
            const { result: database } = opening;
            const asking = database.transaction('copies').objectStore('copies').getAllKeys();
            asking.onsuccess = () => {
              database.close();
              resolve(asking.result.join());
            };
          };
        }),
    );
  await expect.poll(hasChoices).toContain('/public/area');
}

async function submitAnonymously(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^Anonymous/u }).check();
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
}

const pairOf = async (page: Page) => ({
  trackingId: (await page.getByText(/^SDP-\d\d-\w{6}$/u).textContent()) ?? '',
  receiptCode: ((await page.getByText(/^(\d ){15}\d$/u).textContent()) ?? '').replace(/\D/gu, ''),
});

test('a guest’s complaint written offline is sent once online and shows its code, and so is an answer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visitOnce(page);
  line.cut();
  await page.goto(`${line.url}/complain`);
  await fillComplaint(page, 'The pump is dry');
  await submitAnonymously(page);

  await expectArrived(page, 'Not sent yet');
  await expect(page.getByRole('article')).toContainText('Waiting for a connection');
  await expect(page.getByText('The pump is dry')).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${line.url}/complain`);
  const headingThere = (name: string) => otherTab.getByRole('heading', { level: 1, name });
  await expect(headingThere('Not sent yet')).toBeVisible();
  line.mend();

  await expectArrived(page, 'Keep this code');
  await expect(headingThere('Keep this code')).toBeVisible();
  const pair = await pairOf(page);
  expect(await pairOf(otherTab)).toEqual(pair);
  await page.getByLabel('I have kept the code').check();
  await page.getByRole('button', { name: 'Open my complaint' }).click();
  await expectArrived(page, 'The pump is dry');
  // The phone keeps none of it either.
  await expect(headingThere('Complain without an account')).toBeVisible();
  await otherTab.close();

  line.cut();
  await page.getByRole('button', { name: 'Add evidence' }).click();
  await page.getByRole('dialog').locator('input[type=file]:not([capture])').first().setInputFiles(fixture('bill.pdf'));
  await page.getByRole('dialog').getByRole('textbox').fill('It has been so since Monday.');
  await page.getByRole('button', { name: 'Send evidence' }).click();
  await expect(page.getByRole('article').first()).toContainText('Waiting for a connection');
  // Waits for the dialog to close, which has a button of the same name.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expectArrived(page, 'Track a complaint');
  line.mend();

  const guest = createClient({ baseUrl: `${portalUrl}/api`, token: () => null });
  const { token, id } = await guest(openGuestSession, { body: pair });
  const asGuest = createClient({ baseUrl: `${portalUrl}/api`, token: () => token });
  const history = async () => (await asGuest(getComplaint, { params: { id } })).history.map(({ action }) => action);
  await expect.poll(history, { timeout: 30_000 }).toEqual(['submit', 'addEvidence']);
  const { history: steps } = await asGuest(getComplaint, { params: { id } });
  expect(steps.at(-1)?.attachments).toMatchObject([{ kind: 'document', fileName: 'document 1.pdf' }]);
  await expect(page.getByRole('article')).toHaveCount(0);
});

test(
  'a guest’s complaint arrives before its film, and the code can be removed once the film has arrived',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto(`${line.url}/complain`);
    await fillComplaint(page, 'With a film');
    await page
      .locator('input[type=file]:not([capture])')
      .first()
      .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: filmOf(6_000_000) });
    await expect(page.locator('li[data-status]').filter({ hasText: 'film.mp4' })).toContainText('Ready');
    await submitAnonymously(page);

    await expectArrived(page, 'Keep this code');
    const pair = await pairOf(page);
    await expect(page.getByRole('article')).toContainText('1 file is still on its way.');
    await page.getByLabel('I have kept the code').check();
    await expect(page.getByRole('button', { name: 'Finish and delete the code from this phone' })).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open my complaint' }).click();
    await expectArrived(page, 'With a film');
    line.cutAfter(2_000_000);
    // It waits, or the browser retries at once.
    const goOn = page.getByRole('button', { name: 'Try now' });
    await expect(async () => {
      if (await goOn.isVisible()) await goOn.click({ timeout: 1_000 });
      await expect(page.getByRole('article')).toHaveCount(0, { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    // A broken connection costs one chunk at most.
    expect(line.sent).toBeLessThan(6_000_000 + 1_048_576 + 600_000);

    const guest = createClient({ baseUrl: `${portalUrl}/api`, token: () => null });
    const { token, id } = await guest(openGuestSession, { body: pair });
    const asGuest = createClient({ baseUrl: `${portalUrl}/api`, token: () => token });
    const { history } = await asGuest(getComplaint, { params: { id } });
    expect(history.map(({ action, attachments = [] }) => [action, attachments.length])).toEqual([
      ['submit', 0],
      ['addEvidence', 1],
    ]);
  },
);

test('the next person on the phone can delete a waiting complaint', { tag: '@full' }, async ({ page }) => {
  await visitOnce(page);
  line.cut();
  await page.goto(`${line.url}/complain`);
  await fillComplaint(page, 'The pump is dry');
  await submitAnonymously(page);
  await page.getByRole('button', { name: 'Delete from this phone' }).click();

  await expectArrived(page, 'Complain without an account');
  await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('');
});
