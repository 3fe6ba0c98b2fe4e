import { readFile } from 'node:fs/promises';
import { type Complaint, getComplaint, takeSurvey } from '@baraza/contract/complaint/complaint';
import { type Locator, expect, test } from '@playwright/test';
import { act, fileComplaint, today } from '../support/complaints.ts';
import { fixture } from '../support/portal.ts';
import { expectToast, toasts } from '../support/see.ts';
import { createStaffSession, enter, newCitizen, type Session } from '../support/session.ts';

test.describe.configure({ mode: 'serial' });

let citizen: Session;
let officer: Session;
let complaint: Complaint;
const address = () => `/app/complaint/complaint-details/${complaint.id}`;
const widthOf = (box: Locator) => box.evaluate((it) => (it as HTMLElement).offsetWidth);

test.beforeAll(async () => {
  citizen = await newCitizen('Grace', 'Mwangi');
  officer = await createStaffSession('officer@demo.example');
  const file = async (name: string, type: string) => new File([await readFile(fixture(name))], name, { type });
  complaint = await fileComplaint(citizen.call, {
    title: 'My form was lost',
    files: [await file('queue.jpg', 'image/jpeg'), await file('counter.mp4', 'video/mp4')],
  });
});
test.beforeEach(async ({ context }) => enter(context, citizen, 'web'));

test('the details of a complaint show every field, and its files open', { tag: '@full' }, async ({ page }) => {
  await page.goto(address());
  await expect(page.getByRole('heading', { level: 1, name: 'My form was lost' })).toBeVisible();
  await expect(page).toHaveTitle(/^My form was lost/u);
  const main = page.getByRole('main');
  for (const text of [complaint.trackingId, 'Travel Documents Office', 'Poor Service', 'Counter 2', today(), 'Pending'])
    await expect(main.getByText(text, { exact: true }).locator('visible=true').first()).toBeVisible();
  await page.mouse.move(1, 1);
  await expect(main.locator('strong').filter({ hasText: 'happened' }).locator('visible=true')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reply', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Take survey|Re-Open Ticket/u })).toHaveCount(0);

  const frame = page.getByRole('button', { name: /^Attachment 2 of 2/u }).locator('video');
  await expect.poll(() => frame.evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThanOrEqual(2);

  await page.getByRole('button', { name: /^Attachment 1 of 2/u }).click();
  const viewer = page.getByRole('dialog');
  const image = viewer.locator('img');
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(100);
  // The arrow keys move an enlarged picture; otherwise they turn to the next one.
  const widthNow = () => image.evaluate((it) => (it as HTMLElement).clientWidth);
  const width = await widthNow();
  await viewer.getByRole('button', { name: 'Make it larger' }).click();
  expect(await widthNow()).toBe(await image.evaluate((it: HTMLImageElement) => it.naturalWidth));
  await viewer.getByRole('group').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => viewer.getByRole('group').evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
  await expect(viewer).toContainText('Attachment 1 of 2');
  await viewer.getByRole('button', { name: 'Make it smaller' }).click();
  await expect.poll(widthNow).toBe(width);
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('Attachment 2 of 2');
  const video = viewer.locator('video');
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThanOrEqual(1);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Attachment 1 of 2/u })).toBeFocused();
});

test('a complaint is printed without the frame of the app', { tag: '@full' }, async ({ page }) => {
  await page.goto(address());
  await expect(page.getByRole('heading', { level: 1, name: 'My form was lost' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  await expect(page.getByRole('button').locator('visible=true')).toHaveCount(0);
  await expect(page.getByText(complaint.trackingId).locator('visible=true').first()).toBeVisible();
});

test('a complaint shows a skeleton while it loads, and a complaint of somebody else is not found', async ({ page }) => {
  await page.route(`**/api/complaint/${complaint.id}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto(address());
  await expect(page.getByRole('status').filter({ hasText: 'Loading the complaint' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'My form was lost' })).toBeVisible();

  const stranger = await newCitizen('Femi');
  const theirs = await fileComplaint(stranger.call, { title: 'Not yours to read' });
  for (const id of [theirs.id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
    await page.goto(`/app/complaint/complaint-details/${id}`);
    await expect(page.getByText('The complaint could not be loaded.')).toBeVisible();
    await expect(page.getByText('This was not found.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByText('Not yours to read')).toHaveCount(0);
  }
});

test('a citizen answers a question of the MDA, and the thread shows both', async ({ page }) => {
  await page.goto(address());
  await act(officer.call, complaint.id, ['start'], ['ask', 'Which day was it?']);
  // The question appears without a reload.
  await expect(page.getByRole('heading', { name: 'Travel Documents Office asks you' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Send answer' });
  await expect(send).toBeDisabled();
  await page.getByLabel('Your answer').fill('  ');
  await expect(send).toBeDisabled();
  await page.getByLabel('Your answer').fill('It was on Monday.');
  await page.waitForTimeout(800);
  await page.reload();
  await expect(page.getByLabel('Your answer')).toHaveValue('It was on Monday.');
  await send.click();
  await expectToast(page, 'Your answer is sent.');
  await expect(page.getByRole('heading', { name: 'Travel Documents Office asks you' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'What has happened' }).getByRole('listitem')).toHaveText([
    /You filed this complaint/u,
    /started to work on it/u,
    /asked you.*Which day was it\?/u,
    /You answered.*It was on Monday\./u,
  ]);
});

test('a complaint shows updates that arrive while the page loads or before it is connected', async ({ page }) => {
  const early = await fileComplaint(citizen.call, { title: 'Changed early' });
  const stream = '**/api/notification/stream';
  // The question comes before the page is connected.
  await page.route(stream, async (route) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Changed early' })).toBeVisible();
    await act(officer.call, early.id, ['start'], ['ask', 'Which day was it?']);
    await route.continue();
  });
  await page.goto(`/app/complaint/complaint-details/${early.id}`);
  await expect(page.getByRole('heading', { name: 'Travel Documents Office asks you' })).toBeVisible();
  await page.unroute(stream);

  const late = await fileComplaint(citizen.call, { title: 'Changed meanwhile' });
  // The question comes after the server has read the complaint, and its notification reaches the page before the response.
  await page.route(
    `**/api/complaint/${late.id}`,
    async (route) => {
      const response = await route.fetch();
      await expect(page.getByRole('button', { name: /^Notifications/u })).toBeVisible();
      const news = page.waitForRequest('**/api/notification?*');
      await act(officer.call, late.id, ['start'], ['ask', 'Which day was it?']);
      await news;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.goto(`/app/complaint/complaint-details/${late.id}`);
  await expect(page.getByRole('heading', { name: 'Travel Documents Office asks you' })).toBeVisible();
});

test(
  'a citizen takes the survey once, with a rating and a comment, in a dialog of 800 px',
  { tag: '@full' },
  async ({ page }) => {
    await act(officer.call, complaint.id, ['resolve', 'The form is found.']);
    await page.goto(address());
    await expect(page.getByRole('heading', { name: 'Reply', exact: true })).toBeVisible();
    await expect(page.getByText('The form is found.').first()).toBeVisible();
    const top = async (name: string, role: 'heading' | 'button') =>
      (await page.getByRole(role, { name, exact: true }).boundingBox())!.y;
    expect(await top('Take survey', 'button')).toBeGreaterThan(await top('Reply', 'heading'));
    expect(await top('Re-Open Ticket', 'button')).toBeLessThan(await top('What you told us', 'heading'));
    await page.getByRole('button', { name: 'Take survey' }).click();
    const survey = page.getByRole('dialog', { name: 'We Value Your Replies!' });
    expect(await widthOf(survey)).toBe(800);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(survey.getByRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
    const choices = ['Very Dissatisfied', 'Dissatisfied', 'Neutral', 'Satisfied', 'Very Satisfied'];
    await expect(survey.locator('label:has(input[type=radio])')).toHaveText(choices.map((it, i) => `${i + 1}${it}`));
    const send = survey.getByRole('button', { name: 'Submit' });
    await expect(send).toBeDisabled();
    await survey.getByRole('radio', { name: /^\d? ?Satisfied$/u }).check();
    await expect(send).toBeDisabled();
    await survey.getByRole('textbox').fill('   ');
    await expect(send).toBeDisabled();
    await survey.getByRole('textbox').fill('Thank you.');
    await expect(send).toBeEnabled();
    // Closing the dialog by mistake loses nothing.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Take survey' }).click();
    await expect(survey.getByRole('textbox')).toHaveValue('Thank you.');
    await send.click();
    const thanks = page.getByRole('dialog', { name: 'Thank You for Your Replies!' });
    await expect(thanks).toBeVisible();
    expect(await widthOf(thanks)).toBe(800);
    await thanks.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Take survey' })).toHaveCount(0);
    await expect(page.getByText('4 of 5').locator('visible=true').first()).toBeVisible();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  },
);

test(
  're-opening a complaint asks for a reason in a dialog of 800 px and makes it Pending again',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto(address());
    await page.getByRole('button', { name: 'Re-Open Ticket' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a message' });
    expect(await widthOf(dialog)).toBe(800);
    const send = dialog.getByRole('button', { name: 'Submit' });
    await expect(send).toBeDisabled();
    await dialog.getByRole('textbox').fill(' \n ');
    await expect(send).toBeDisabled();
    await dialog.getByRole('textbox').fill('It was lost once more.');
    await send.click();
    await expect(dialog).toHaveCount(0);
    await expectToast(page, 'Your complaint is open again.');
    await expect(page.getByRole('button', { name: /Take survey|Re-Open Ticket/u })).toHaveCount(0);
    await expect(page.getByText('Status: Pending')).toBeVisible();
    const { status, cycle } = await citizen.call(getComplaint, { params: { id: complaint.id } });
    expect({ status, cycle }).toEqual({ status: 'Pending', cycle: 2 });
  },
);

test('a refused step shows the server’s words, and the typed text stays', { tag: '@full' }, async ({ page }) => {
  await act(officer.call, complaint.id, ['start'], ['resolve', 'Found again.']);
  await page.goto(address());
  await page.getByRole('button', { name: 'Take survey' }).click();
  const survey = page.getByRole('dialog', { name: 'We Value Your Replies!' });
  await survey.getByRole('radio', { name: 'Neutral' }).check();
  await survey.getByRole('textbox').fill('Twice the same.');
  // The survey was taken on another device meanwhile.
  await citizen.call(takeSurvey, { body: { complaint: complaint.id, rating: 2, description: 'Slow.' } });
  await survey.getByRole('button', { name: 'Submit' }).click();
  const refused = 'You have already answered the survey for this complaint.';
  await expect(survey.getByRole('alert')).toContainText(refused);
  await expect(toasts(page, 'top')).toHaveText(refused);
  await expect(survey.getByRole('textbox')).toHaveValue('Twice the same.');
});

test('withdrawing a complaint asks for confirmation and ends it', { tag: '@full' }, async ({ page }) => {
  const other = await fileComplaint(citizen.call, { title: 'Solved by itself' });
  await page.goto(`/app/complaint/complaint-details/${other.id}`);
  const more = page.getByRole('button', { name: 'More actions' });
  await more.click();
  await page.getByRole('button', { name: 'Withdraw complaint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this complaint?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole('button', { name: 'Withdraw complaint' }).click();
  // Two presses send one request: a second one would be refused.
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).dblclick();
  await expect(page.getByText('Status: Canceled')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(more).toBeFocused();
  await more.click();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Withdraw|Take survey|Re-Open Ticket/u })).toHaveCount(0);
});
