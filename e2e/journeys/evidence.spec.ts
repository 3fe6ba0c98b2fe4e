import { expect, test } from '@playwright/test';
import { act, fileComplaint } from '../support/complaints.ts';
import { caseAt, openDesk, stayAfterSending, writingChoice } from '../support/desk.ts';
import { fixture } from '../support/portal.ts';
import { expectToast } from '../support/see.ts';
import { createStaffSession, enter, newCitizen, type Session } from '../support/session.ts';

test.describe.configure({ mode: 'serial' });

let citizen: Session;
let id: string;
const address = () => `/app/complaint/complaint-details/${id}`;

test.beforeAll(async () => {
  citizen = await newCitizen('Grace', 'Mwangi');
  id = (await fileComplaint(citizen.call, { title: 'The counter took my receipt' })).id;
  await act((await createStaffSession('officer@demo.example')).call, id, ['start']);
});
test.beforeEach(async ({ context }) => enter(context, citizen, 'web'));

test('evidence that a connection cuts off is sent again once, without a press', async ({ page, context }) => {
  await page.goto(address());
  await page.getByRole('button', { name: 'Add evidence' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add evidence' });
  await dialog.locator('input[type=file]:not([capture])').setInputFiles(fixture('queue.jpg'));
  await dialog.getByRole('textbox').fill('The queue at the counter');
  await expect(dialog.getByText('Ready', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Send evidence' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Offline. 1 waiting to be sent')).toBeVisible();
  await context.setOffline(false);
  const step = page.getByRole('listitem').filter({ hasText: 'You added evidence' });
  await expect(step).toHaveCount(1);
  await expect(step.getByRole('button', { name: /queue/u })).toBeVisible();
});

test('an officer attaches a photo to a question, and the citizen answers it with one', async ({ page, browser }) => {
  const desk = await openDesk(browser, 'officer@demo.example', caseAt(id));
  await expect(desk.getByRole('button', { name: /^Attachment 1 of 1: queue/u })).toBeVisible();
  await writingChoice(desk, 'Question').click();
  await desk.getByRole('textbox', { name: /^Reply to/u }).fill('Which of these counters?');
  await desk.getByTestId('reply-files').setInputFiles([fixture('queue.jpg'), fixture('counter.mp4')]);
  await desk.getByRole('button', { name: /^Remove counter/u }).click();
  await desk.getByTestId('reply-files').setInputFiles(fixture('bill.pdf'));
  await expect(desk.getByRole('list', { name: 'Files of this reply' }).getByRole('listitem')).toHaveCount(2);
  await stayAfterSending(desk);
  await desk.getByRole('textbox', { name: /^Reply to/u }).press('Control+Enter');
  const chosen = desk.getByRole('list', { name: 'Files of this reply' });
  await expect(chosen).toHaveCount(0);
  // Undoing brings text and file back.
  await desk.getByRole('button', { name: /^Undo \(\d+\)$/u }).click();
  await expect(chosen.getByRole('listitem')).toHaveCount(2);
  await expect(desk.getByRole('textbox', { name: /^Reply to/u })).toHaveValue('Which of these counters?');
  await writingChoice(desk, 'Question').click();
  await desk.getByRole('textbox', { name: /^Reply to/u }).press('Control+Enter');
  await expect(desk.getByRole('button', { name: /^Attachment .* queue/u })).toHaveCount(2, { timeout: 20_000 });

  await page.goto(address());
  const question = page.getByRole('region', { name: /asks you$/u });
  await question.getByRole('button', { name: /^Attachment 2 of 2: bill/u }).click();
  const download = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Download/u })
    .click();
  expect((await download).suggestedFilename()).toBe('bill.pdf');
  await page.keyboard.press('Escape');
  await question.locator('input[type=file]:not([capture])').setInputFiles(fixture('queue.jpg'));
  await question.getByRole('textbox', { name: /^Your answer/u }).fill('The left one');
  await question.getByRole('button', { name: 'Send answer' }).click();
  await expectToast(page, 'Your answer is sent.');
  await expect(desk.getByRole('button', { name: /^Attachment .* queue/u })).toHaveCount(3);
  await desk.context().close();
});
