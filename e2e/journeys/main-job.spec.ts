import { getUserMda, listJurisdictions, listMdas } from '@baraza/contract';
import { type Page, expect, test } from '@playwright/test';
import { demoClient } from '../support/api.ts';
import { historyOf, writingChoice } from '../support/desk.ts';
import { mailsTo, waitForCode, waitForMail } from '../support/outbox.ts';
import { demoPassword, fixture, newEmail, password } from '../support/portal.ts';

/**
 * The main job, end to end: a citizen complains with photos, a video and a recording, the officer answers,
 * the citizen reads it, is asked whether it is solved, and re-opens it.
 */
test.describe.configure({ mode: 'serial' });

const email = newEmail('amara');
const title = `Asked to pay at counter 4 (${Date.now().toString(36)})`;
const note = 'Roster of counter 4 requested. Keep this among ourselves.';
const reply = 'Thank you for telling us. No fee applies to this form.';
const resolution = 'Your form has been stamped and the counter was instructed.';

let citizen: Page;
let officer: Page;
let mda: { id: string; name: string };
let jurisdiction: string | undefined;

test.beforeAll(async ({ browser }) => {
  citizen = await (
    await browser.newContext({ permissions: ['microphone', 'clipboard-read', 'clipboard-write'] })
  ).newPage();
  officer = await (await browser.newContext()).newPage();
  const call = await demoClient('officer@demo.example', 'mda');
  mda = (await call(getUserMda))!;
  const known = (await call(listMdas)).find((it) => it.id === mda.id)!;
  const jurisdictions = await call(listJurisdictions, { params: { id: mda.id } });
  jurisdiction = known.isJurisdictionAllowed ? jurisdictions[0]?.jurisdiction.name : undefined;
});

test.afterAll(async () => {
  await citizen.context().close();
  await officer.context().close();
});

test('a citizen registers with a photo and verifies the e-mail', async () => {
  await citizen.goto('/');
  await expect(citizen.getByRole('heading', { name: 'Service Delivery Portal' })).toBeVisible();
  await citizen.getByRole('link', { name: 'Public User' }).click();
  await citizen.getByRole('link', { name: 'Register' }).click();
  await citizen.locator('input[type=file]:not([capture])').setInputFiles(fixture('face.jpg'));
  await citizen.getByLabel('First Name').fill('Amara');
  await citizen.getByLabel('Last Name').fill('Okoye');
  await citizen.getByLabel('Email').fill(email);
  await citizen.getByLabel(/^Password/u).fill(password);
  await citizen.getByLabel(/^Confirm Password/u).fill(password);
  await citizen.getByRole('button', { name: 'Create account' }).click();
  await expect(citizen.getByText('Registration successful 🎉. Redirecting...')).toBeVisible();
  await expect(citizen).toHaveURL(/\/verify-email$/u);
  await expect(citizen.getByText(`Enter the 6-digit code sent to ${email}`)).toBeVisible();

  // The phone discards the page while the mail app is open: the screen must survive it.
  const code = await waitForCode(email);
  await citizen.reload();
  await expect(citizen.getByText(email)).toBeVisible();

  await citizen.getByRole('textbox', { name: /1/u }).first().click();
  await citizen.keyboard.type(code === '000000' ? '111111' : '000000');
  await expect(citizen.getByText('This code is not correct.').first()).toBeVisible();
  await citizen.keyboard.type(code);
  await expect(citizen).toHaveURL(/\/app\/complaint\/all-complaint$/u);
  await expect(citizen.getByRole('heading', { level: 1 })).toContainText('Amara Okoye');
  await expect(citizen.getByText('No complaint?')).toBeVisible();
});

test('the citizen files a complaint with photos, a video and a recording', async () => {
  await citizen.getByRole('link', { name: 'New Complaint' }).first().click();
  await expect(citizen).toHaveURL(/\/app\/complaint\/new-complaint$/u);
  await citizen.getByLabel(/^MDA/u).selectOption({ label: mda.name });
  if (jurisdiction) await citizen.getByLabel(/^Jurisdiction/u).selectOption({ label: jurisdiction });
  await citizen.getByLabel(/^Category/u).selectOption({ label: 'Illegal Duty' });
  await citizen.getByLabel(/^Subject\/Title/u).fill(title);

  const details = citizen.getByRole('textbox', { name: /Details\/Description/u });
  await details.click();
  await citizen.keyboard.type('The officer asked for money ');
  await citizen.keyboard.press('Control+b');
  // The first format fetches the editor; what is typed before it is there stays plain.
  await expect(citizen.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await citizen.keyboard.type('in cash');
  await citizen.keyboard.press('Control+b');
  await citizen.keyboard.type(' and gave no receipt.');

  await citizen.getByLabel(/Where did this happen/u).fill('Counter 4, Lakeside branch');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await citizen.getByLabel(/When did it happen/u).fill(yesterday);

  await citizen.getByRole('button', { name: 'Start Recording' }).click();
  await citizen.waitForTimeout(2_500);
  await citizen.getByRole('button', { name: 'Stop Recording' }).click();
  await expect(citizen.getByRole('button', { name: 'Start Recording' })).toBeVisible();

  await citizen
    .locator('input[type=file]:not([capture])[multiple]')
    .setInputFiles([fixture('queue.jpg'), fixture('receipt.png'), fixture('counter.mp4')]);
  await expect(citizen.getByRole('button', { name: 'Remove counter.mp4' })).toBeVisible();

  await citizen.getByRole('button', { name: 'Submit Complaint' }).click();
  await expect(citizen.getByText('Complaint submitted successfully!').first()).toBeVisible({ timeout: 60_000 });
  await expect(citizen).toHaveURL(/\/app\/complaint\/all-complaint$/u);
  await waitForMail(email, /SDP-\d\d-[0-9A-Z]{6}/u);
});

test('the complaint is in the citizen’s list, and its details show everything', async () => {
  const card = citizen.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText(/SDP-\d\d-[0-9A-Z]{6}/u);
  await expect(card).toContainText('Pending');
  await card.getByRole('link', { name: /View Details/u }).click();
  await expect(citizen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(citizen.getByText(mda.name).first()).toBeVisible();
  await expect(citizen.getByText('Counter 4, Lakeside branch').first()).toBeVisible();
  await expect(citizen.locator('strong').filter({ hasText: 'in cash' }).first()).toBeVisible();

  const attachments = citizen.getByRole('button', { name: /Attachment \d of \d/u });
  await expect(attachments).toHaveCount(3);
  await attachments.first().click();
  const viewer = citizen.getByRole('dialog');
  const image = viewer.locator('img');
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(100);
  await citizen.keyboard.press('Escape');
  await attachments.nth(2).click();
  const video = viewer.locator('video');
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThanOrEqual(1);
  await citizen.keyboard.press('Escape');

  const audio = citizen.locator('audio');
  await expect(audio).toHaveCount(1);
  const seconds = await audio.evaluate(async (it: HTMLAudioElement) => {
    await it.play();
    await new Promise((resolve) => setTimeout(resolve, 700));
    return it.currentTime;
  });
  expect(seconds).toBeGreaterThan(0.2);
  await citizen.getByRole('link', { name: 'Complaints' }).first().click();
});

test('an officer of the MDA starts the complaint, writes a note and replies', async () => {
  await officer.goto('/desk/');
  await officer.getByLabel('Email').fill('officer@demo.example');
  await officer.getByLabel(/^Password/u).fill(demoPassword);
  await officer.getByRole('button', { name: 'Login' }).click();
  await expect(officer.getByText(mda.name).first()).toBeVisible();

  await officer.getByRole('link', { name: /All open/u }).click();
  await officer.getByRole('searchbox').first().fill(title);
  await officer.keyboard.press('Enter');
  await officer.getByRole('link', { name: new RegExp(title.replace(/[()]/gu, '\\$&'), 'u') }).click();
  await expect(officer.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await officer
    .getByRole('button', { name: /^Start work/u })
    .first()
    .click();
  await expect(officer.getByText('Processing').first()).toBeVisible();

  await writingChoice(officer, 'Internal note').click();
  await officer.getByRole('textbox', { name: /^Internal note/u }).fill(note);
  await officer.getByRole('button', { name: 'Save note' }).click();
  await expect(historyOf(officer).getByText(note)).toBeVisible();

  await writingChoice(officer, 'Reply').click();
  await officer.getByRole('textbox', { name: /^Reply to/u }).fill(reply);
  await officer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(historyOf(officer).getByText(reply)).toBeVisible();
});

test('the citizen is notified live and by mail of the reply, never of the note', async () => {
  // Bell and card change without a reload.
  const bell = citizen.getByRole('button', { name: /^Notifications/u });
  await expect(bell).toContainText(/[1-9]/u);
  const card = citizen.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('Processing');
  await expect(card).toContainText('New reply');
  await bell.click();
  await citizen
    .getByRole('link', { name: new RegExp(title.slice(0, 25), 'u') })
    .first()
    .click();
  await expect(citizen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(citizen.getByText(reply).first()).toBeVisible();
  await expect(citizen.getByText('Processing').first()).toBeVisible();
  await waitForMail(email, new RegExp(reply.slice(0, 30), 'u'));
  expect((await citizen.content()).includes(note)).toBe(false);
});

test('the officer resolves the complaint, and the citizen answers the survey', async () => {
  await officer.getByRole('textbox', { name: /^Reply to/u }).fill(resolution);
  await officer.getByRole('button', { name: 'Options for sending' }).click();
  await officer.getByRole('button', { name: /^Send and resolve/u }).click();
  await officer.getByLabel(/^How was it resolved/u).selectOption('solved');
  await officer.getByRole('button', { name: 'Send and resolve', exact: true }).click();
  await expect(historyOf(officer).getByText(resolution)).toBeVisible();
  await waitForMail(email, new RegExp(resolution.slice(0, 30), 'u'));

  // The open details change without a reload.
  await expect(citizen.getByText(resolution).first()).toBeVisible();
  await citizen.getByRole('button', { name: /^Yes, solved/u }).click();
  await citizen.getByRole('button', { name: /^Undo/u }).click();
  await citizen.getByRole('button', { name: /^Yes, solved/u }).click();
  await expect(citizen.getByRole('heading', { name: 'You said that it is solved' })).toBeVisible();
  await expect(historyOf(officer).getByText('confirmed that it is solved').first()).toBeVisible();
  await citizen.getByRole('button', { name: 'Take survey' }).click();
  const survey = citizen.getByRole('dialog', { name: 'We Value Your Replies!' });
  await survey.getByRole('radio', { name: /Very Satisfied/u }).check();
  await survey.getByRole('textbox').fill('It was put right within a day.');
  await survey.getByRole('button', { name: /Submit/u }).click();
  const thanks = citizen.getByRole('dialog', { name: 'Thank You for Your Replies!' });
  await expect(thanks).toBeVisible();
  await thanks.getByRole('button', { name: /Close/u }).first().click();
  await expect(citizen.getByRole('button', { name: 'Take survey' })).toHaveCount(0);
});

test('the citizen re-opens the complaint with a reason, and it is in the queue again in cycle 2', async () => {
  await citizen.getByRole('button', { name: 'Re-Open Ticket' }).click();
  const dialog = citizen.getByRole('dialog');
  await expect(dialog).toContainText('Send a message');
  const send = dialog.getByRole('button', { name: /Submit|Send/u });
  await expect(send).toBeDisabled();
  await dialog.getByRole('textbox').fill('They asked for money again today.');
  await send.click();
  await expect(citizen.getByText('Pending').first()).toBeVisible();

  await officer.goto('/desk/');
  await officer.getByRole('link', { name: /^Re-opened/u }).click();
  await officer.getByRole('link', { name: new RegExp(title.replace(/[()]/gu, '\\$&'), 'u') }).click();
  await expect(historyOf(officer).getByText('They asked for money again today.')).toBeVisible();
  await expect(officer.getByText(/cycle 2|Re-opened/iu).first()).toBeVisible();
});

test('no mail to the citizen contains the note, and the citizen can withdraw', async () => {
  for (const mail of await mailsTo(email)) expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(note);
  await citizen.getByRole('button', { name: 'More actions' }).click();
  await citizen.getByRole('button', { name: 'Withdraw complaint' }).click();
  await citizen
    .getByRole('dialog')
    .getByRole('button', { name: /Withdraw/u })
    .click();
  await expect(citizen.getByText('Canceled').first()).toBeVisible();
});
