import { fileMessage, message } from '@baraza/contract/core/message';
import { incidentWindow, limit, listComplaints, getComplaint } from '@baraza/contract';
import { type Page, expect, test } from '@playwright/test';
import {
  fillComplaint,
  mdaWithPlaces,
  openComplaintForm,
  plainMda,
  record,
  rowOf,
  typeDetails,
} from '../support/complaint-form.ts';
import { today } from '../support/complaints.ts';
import { fixture } from '../support/portal.ts';
import { errorAt, expectProblem, expectToast, falsePicture, fileOf } from '../support/see.ts';
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
const chooser = (page: Page) => page.locator('input[type=file]:not([capture])[multiple]');

test(
  'a draft keeps the phone number and the confidential name, and only one of them is sent',
  { tag: '@full' },
  async ({ page }) => {
    const title = `A quiet word ${Date.now().toString(36)}`;
    await fillComplaint(page, title);
    await page.getByLabel('You may call me about this').check();
    const number = page.getByLabel(/^Phone/u);
    await number.fill('0803');
    await submit(page);
    await expect(errorAt(page, 'callPhone')).toBeVisible();
    await number.fill('0803 555 0177');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('radio', { name: /^Confidential/u }).check();
    await expect(number).toHaveCount(0);
    await page.waitForTimeout(800);
    await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: /^Confidential/u })).toBeChecked();
    await submit(page);
    await expect(page.getByRole('heading', { name: 'Complaint submitted successfully!' })).toBeVisible();
    const { items } = await citizen.call(listComplaints, { query: { q: title } });
    const sent = await citizen.call(getComplaint, { params: { id: items[0]!.id } });
    expect([sent.identity, sent.callPhone]).toEqual(['confidential', null]);
  },
);

test('every field of the complaint form shows its rule', async ({ page }) => {
  await submit(page);
  await expectProblem(page, 'All fields are required');
  for (const id of ['mda', 'category', 'title', 'description', 'location', 'incidentDate']) {
    await expect(errorAt(page, id)).toBeVisible();
  }
  await expect(page.getByText('MDA *')).toBeVisible();
  await expect(page.getByLabel(/^Jurisdiction/u)).toHaveCount(0);

  await fillComplaint(page, '  Abcd  ');
  // Filled fields show no message that they are empty.
  await expect(page.getByText('This field is required.', { exact: true })).toHaveCount(0);
  await submit(page);
  await expectProblem(page, 'Input too short');
  await expect(errorAt(page, 'title')).toContainText('Input too short');
  await page.getByRole('link', { name: /^Subject\/Title: Input too short/u }).click();
  await expect(page.getByLabel(/^Subject\/Title/u)).toBeFocused();

  const date = page.getByLabel(/When did it happen/u);
  const { min } = incidentWindow(today());
  await expect(date).toHaveAttribute('min', min);
  await expect(date).toHaveAttribute('max', today());
  const dayBefore = new Date(Date.parse(min) - 86_400_000).toISOString().slice(0, 10);
  await date.fill(dayBefore);
  await submit(page);
  await expect(errorAt(page, 'incidentDate')).toContainText('The date must be from six months ago to today.');

  await page.getByLabel(/^MDA/u).selectOption({ label: mdaWithPlaces });
  await expect(page.getByLabel('Jurisdiction *')).toBeVisible();
  await submit(page);
  await expect(errorAt(page, 'mdaJurisdiction')).toContainText(
    'The MDA selected requires a jurisdiction to be selected',
  );
  await date.fill(min);
  await page.getByLabel(/^Subject\/Title/u).fill('Abcde');
  await submit(page);
  await expectProblem(page, 'The MDA selected requires a jurisdiction to be selected');
  await page.getByLabel(/^MDA/u).selectOption({ label: plainMda });
  await expect(page.getByLabel(/^Jurisdiction/u)).toHaveCount(0);
  expect((await citizen.call(listComplaints, { query: { q: 'Abcde' } })).items).toEqual([]);
});

test('the toolbar of a description has its seven tools and refuses unsafe links', async ({ page }) => {
  const tools = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button');
  // The editor's code loads after the form.
  await tools.first().waitFor();
  const names = await tools.evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')));
  expect(names).toEqual(['Bold', 'Italic', 'Underline', 'Strike', 'Ordered list', 'Bullet list', 'Link']);
  await typeDetails(page, 'see here');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Link' });
  await dialog.getByLabel('Address').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Save link' }).click();
  await expect(dialog).toContainText('Only web addresses, email addresses and phone numbers can be linked.');
  await dialog.getByLabel('Address').fill('https://example.org/rules');
  await dialog.getByRole('button', { name: 'Save link' }).click();
  const text = page.getByRole('textbox', { name: /Details\/Description/u });
  await expect(text.locator('a')).toHaveAttribute('href', 'https://example.org/rules');
});

test('a photo of 4000 px is sent with 2048 px', { tag: '@full' }, async ({ page }) => {
  const title = `A large photo ${Date.now().toString(36)}`;
  await fillComplaint(page, title);
  await chooser(page).evaluate(async (input: HTMLInputElement) => {
    const canvas = new OffscreenCanvas(4000, 3000);
    canvas.getContext('2d')!.fillRect(100, 100, 3000, 2000);
    const photo = await canvas.convertToBlob({ type: 'image/jpeg' });
    const chosen = new DataTransfer();
    chosen.items.add(new File([photo], 'large.jpg', { type: 'image/jpeg' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(rowOf(page, 'large.jpg')).toContainText('Ready');
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Complaint submitted successfully!' })).toBeVisible();
  const { items } = await citizen.call(listComplaints, { query: { q: title } });
  const { attachments } = await citizen.call(getComplaint, { params: { id: items[0]!.id } });
  const size = await page.evaluate(async (address) => {
    const photo = await createImageBitmap(await (await fetch(address)).blob());
    return [photo.width, photo.height];
  }, attachments[0]!.filePath);
  expect(size).toEqual([2048, 1536]);
});

test('files over 10 MB or of another kind are refused with a message, the others stay', async ({ page }) => {
  const many = limit.mediaBytes + 1;
  await chooser(page).setInputFiles(fixture('queue.jpg'));
  await chooser(page).setInputFiles([
    fileOf('long.mp4', 'video/mp4', many),
    fileOf('heavy.png', 'image/png', many),
    fileOf('long.pdf', 'application/pdf', many),
    fileOf('letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 100),
    fileOf('all.zip', 'application/zip', 100),
  ]);
  for (const name of ['long.mp4', 'heavy.png', 'long.pdf']) {
    await expect(rowOf(page, name)).toContainText('Media size should not exceed 10mb!');
  }
  await expect(rowOf(page, 'letter.docx')).toContainText(fileMessage.office);
  await expect(rowOf(page, 'all.zip')).toContainText(message.mediaType);
  await expect(rowOf(page, 'queue.jpg')).toContainText('Ready');
  await page.getByRole('button', { name: 'Dismiss long.mp4' }).click();
  await expect(rowOf(page, 'long.mp4')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove queue.jpg' }).click();
  await expect(rowOf(page, 'queue.jpg')).toHaveCount(0);

  await fillComplaint(page, 'Only good files travel');
  await submit(page);
  await expectToast(page, 'Complaint submitted successfully!');
  const { items } = await citizen.call(listComplaints, { query: { q: 'Only good files travel' } });
  const complaint = await citizen.call(getComplaint, { params: { id: items[0]!.id } });
  expect(complaint.attachments).toEqual([]);
});

test('the server’s refusal of a file with a false type is shown at that file', { tag: '@full' }, async ({ page }) => {
  await fillComplaint(page, 'The picture that was a text');
  await chooser(page).setInputFiles(fixture('receipt.png'));
  await chooser(page).setInputFiles(falsePicture('notes.png'));
  await expect(rowOf(page, 'notes.png')).toContainText('Ready');
  await submit(page);
  await expect(rowOf(page, 'notes.png')).toHaveAttribute('data-status', 'failed');
  await expect(rowOf(page, 'notes.png')).toContainText(message.mediaType);
  await expect(rowOf(page, 'receipt.png')).toHaveAttribute('data-status', 'ready');
  await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('The picture that was a text');
  await page.getByRole('button', { name: 'Remove notes.png' }).click();
  await submit(page);
  await expect(page).toHaveURL(/all-complaint$/u);
});

test(
  'a refused microphone shows a message, and a new recording replaces the old one or is cleared',
  { tag: '@full' },
  async ({ page }) => {
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const real = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = (wanted) => {
        mediaDevices.getUserMedia = real;
        return wanted ? Promise.reject(new DOMException('no', 'NotAllowedError')) : real(wanted);
      };
    });
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Please grant permission' })).toHaveText(
      'Please grant permission to use the microphone.',
    );
    await record(page);
    await expect(page.getByText('Please grant permission')).toHaveCount(0);
    const player = page.locator('audio');
    await expect(player).toHaveCount(1);
    await record(page);
    await expect(player).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(player).toHaveCount(0);
  },
);

test('a draft survives a reload with its files and recording, and can be discarded', async ({ page }) => {
  await fillComplaint(page, 'Not sent yet');
  await chooser(page).setInputFiles([fixture('queue.jpg'), fixture('counter.mp4')]);
  await expect(rowOf(page, 'queue.jpg')).toContainText('Ready');
  await record(page);
  await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
  await page.waitForTimeout(800);
  await page.reload();
  await expect(page.getByText(/^We kept your draft from \d{4}-\d\d-\d\d \d\d:\d\d\.$/u)).toBeVisible();
  await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('Not sent yet');
  await expect(page.getByLabel(/^MDA/u).locator('option:checked')).toHaveText(plainMda);
  await expect(page.getByRole('textbox', { name: /Details\/Description/u })).toContainText('Nobody came');
  await expect(page.getByLabel(/When did it happen/u)).toHaveValue(today());
  await expect(rowOf(page, 'queue.jpg')).toContainText('Ready');
  await expect(rowOf(page, 'counter.mp4')).toContainText('Ready');
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: 'Complaints', exact: true }).click();
  await page.getByRole('link', { name: /1 draft not sent/u }).click();
  await expect(rowOf(page, 'counter.mp4')).toContainText('Ready');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const ask = page.getByRole('dialog', { name: 'Discard your draft?' });
  await ask.getByRole('button', { name: 'Keep writing' }).click();
  await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('Not sent yet');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ask.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/all-complaint$/u);
  await expect(page.getByText('1 draft not sent')).toHaveCount(0);
});

test('a broken connection loses nothing of a complaint, which is sent once it is back', async ({ page }) => {
  const title = 'Sent over a bad line';
  await fillComplaint(page, title);
  await chooser(page).setInputFiles([fixture('queue.jpg'), fixture('counter.mp4')]);
  await expect(rowOf(page, 'queue.jpg')).toContainText('Ready');
  await record(page);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/complaint'))
      keys.push(request.headers()['idempotency-key']);
  });
  // The server responds 429 first; then no request arrives at all.
  const wait = { message: 'Too many tries. Please wait a moment and try again.', code: 'TOO_MANY_REQUESTS' };
  await page.route('**/health/live', (route) => route.abort('connectionreset'));
  await page.route('**/api/complaint', (route) => route.abort('connectionreset'));
  await page.route('**/api/complaint', (route) => route.fulfill({ status: 429, json: wait }), { times: 1 });
  await submit(page);
  await expect(page).toHaveURL(/all-complaint$/u);
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  // A reload keeps everything too.
  await page.reload();
  await expect(page.getByText('Offline. 1 waiting to be sent')).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText(/^Sent\. Tracking ID/u)).toBeVisible();
  await expect(page).toHaveURL(/all-complaint$/u);
  await expect(page.getByText(/^SDP-\d\d-[0-9A-Z]{6}$/u).first()).toBeVisible();
  const { items } = await citizen.call(listComplaints, { query: { q: title } });
  expect(items).toHaveLength(1);
  const complaint = await citizen.call(getComplaint, { params: { id: items[0]!.id } });
  expect(complaint.attachments.map((file) => file.kind)).toEqual(['image', 'video', 'audio']);
  // Each try had the same idempotency key.
  expect(keys.length).toBeGreaterThanOrEqual(3);
  expect(keys[0]).toMatch(/./u);
  expect(new Set(keys).size).toBe(1);
});

test('neither a lost response nor the same draft in a second tab files a second complaint', async ({ page }) => {
  const title = 'The answer got lost';
  await fillComplaint(page, title);
  await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/app/complaint/new-complaint');
  await expect(second.getByLabel(/^Subject\/Title/u)).toHaveValue(title);
  await page.route(
    '**/api/complaint',
    async (route) => {
      // The server accepts it; only its response never arrives.
      expect((await route.fetch()).status()).toBe(201);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await submit(page);
  await expect(page).toHaveURL(/all-complaint$/u);
  await submit(second);
  await expect(second).toHaveURL(/all-complaint$/u);
  const { items } = await citizen.call(listComplaints, { query: { q: title } });
  expect(items).toHaveLength(1);
});

/** Returns whether the code of toasts, which loads after the start, is on the device. */
const hasToasts = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/toaster-'));

test(
  'a complaint that arrived is confirmed although its response was lost',
  { tag: '@full' },
  async ({ page, context }) => {
    await fillComplaint(page, 'Arrived with the last bit');
    await expect.poll(() => page.evaluate(hasToasts)).toBe(true);
    await page.route('**/api/complaint', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response });
      await context.setOffline(true);
    });
    await submit(page);
    await expect(page.getByRole('heading', { name: 'Complaint submitted successfully!' })).toBeVisible();
    await expectToast(page, 'Complaint submitted successfully!');
    await expect(page.getByText(/^SDP-\d\d-[0-9A-Z]{6}$/u).first()).toBeVisible();
    await expect(page.getByText('Offline. You can keep writing.')).toBeVisible();
    for (const denial of ['This part of the screen could not be loaded.', 'No complaint?', '0 in total'])
      await expect(page.getByText(denial)).toHaveCount(0);
  },
);

test(
  'the outbox shows the progress of a complaint, pauses it, and turns it back into a draft',
  { tag: '@full' },
  async ({ page, context }) => {
    await fillComplaint(page, 'Stopped half-way');
    await chooser(page).setInputFiles([fixture('queue.jpg'), fixture('counter.mp4')]);
    await expect(rowOf(page, 'queue.jpg')).toContainText('Ready');
    const line = await context.newCDPSession(page);
    const slow = { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: 4_000 };
    await line.send('Network.emulateNetworkConditions', slow);
    await submit(page);
    await expect(page.getByRole('progressbar', { name: 'Sending your complaint…' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Outbox' }).click();
    await expect(page.getByRole('article')).toContainText(/Sending \d+%/u);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('article')).toContainText('Needs your attention');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(rowOf(page, 'queue.jpg')).toContainText('Ready');
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    expect((await citizen.call(listComplaints, { query: { q: 'Stopped half-way' } })).items).toEqual([]);
  },
);

test('the complaint form shows no ‘saved’ while it is being sent', { tag: '@full' }, async ({ page }) => {
  await fillComplaint(page, 'A slow line to the ministry');
  await expect(page.getByText('Online. Everything is saved.')).toBeVisible();
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/api/complaint', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await submit(page);
  await expect(page.getByRole('banner').getByText(/^Sending/u)).toBeVisible();
  await expect(page.getByText('Online. Everything is saved.')).toHaveCount(0);
  go();
  await expectToast(page, 'Complaint submitted successfully!');
  await expect(page.getByText('Online. Everything is saved.')).toBeVisible();
});

test('jurisdictions that fail to load can be loaded again', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/mda/get-jurisdictions/**', (route) => route.fulfill({ status: 500, body: '{}' }), {
    times: 1,
  });
  await page.getByLabel(/^MDA/u).selectOption({ label: mdaWithPlaces });
  await expect(page.getByText('The jurisdictions could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel(/^Jurisdiction/u)).toBeVisible();
});
