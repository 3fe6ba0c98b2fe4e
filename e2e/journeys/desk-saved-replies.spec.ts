import { createSavedReply, getDeskComplaint, staffMessage, listSavedReplies, updateSavedReply } from '@baraza/contract';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { chooseFromRow, historyOf, stayAfterSending } from '../support/desk.ts';
import { act, fileComplaint } from '../support/complaints.ts';
import { expectProblem, expectToast } from '../support/see.ts';
import { createStaffSession, enter, newCitizen } from '../support/session.ts';

test('a supervisor writes a saved reply, an invalid one is refused, and an officer sends it', async ({ browser }) => {
  const title = `We are on it ${Date.now()}`;
  const supervisor = await browser.newContext();
  const session = await createStaffSession('supervisor@demo.example');
  await enter(supervisor, session, 'desk');
  const page = await supervisor.newPage();
  await page.goto('/desk/saved-reply');
  await page.getByRole('button', { name: 'New saved reply' }).click();
  const dialog = page.getByRole('dialog', { name: 'New saved reply' });
  await dialog.getByLabel(/^Title/u).fill(title);
  await dialog.getByLabel(/^For which step/u).selectOption({ label: 'Reply' });
  await dialog.getByLabel(/^Text/u).fill('Dear {name}, ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectProblem(
    page,
    'Use only these placeholders: {citizen}, {trackingId}, {title}, {mda}, {officer}, {dueDate}.',
  );
  await dialog.getByLabel(/^Text/u).fill('Dear {citizen}, we look into {trackingId}.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Reply saved.');
  await expect(page.getByRole('rowheader', { name: title })).toBeVisible();

  // Two supervisors edit at once: the second sees a message, keeps the edited fields, and gets the others.
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit the saved reply' });
  await expect(edit.getByLabel(/^Text/u)).toHaveValue(/\{trackingId\}\.$/u);
  const saved = (await session.call(listSavedReplies)).find((it) => it.title === title);
  await session.call(updateSavedReply, {
    params: { id: saved!.id },
    body: { text: 'Dear {citizen}, by somebody else.', step: 'ask', version: saved!.version },
  });
  await edit.getByLabel(/^Text/u).fill('Dear {citizen}, we look into {trackingId} today.');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectProblem(page, staffMessage.changed);
  await expect(edit.getByLabel(/^Text/u)).toHaveValue('Dear {citizen}, we look into {trackingId} today.');
  await expect(edit.getByLabel(/^For which step/u).locator('option:checked')).toHaveText('Question');
  await edit.getByLabel(/^For which step/u).selectOption({ label: 'Reply' });
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Saved reply updated.');

  const citizen = await newCitizen('Ngozi', 'Adeyemi');
  const complaint = await fileComplaint(citizen.call, { title: 'The line is long' });
  const officer = await createStaffSession('officer@demo.example');
  await act(officer.call, complaint.id, ['start']);
  const desk = await browser.newContext();
  await enter(desk, officer, 'desk');
  const cases = await desk.newPage();
  await cases.goto(`/desk/complaint/open/${complaint.id}`);
  const area = cases.getByRole('textbox', { name: /Reply to/u });
  // Two colons open the list, Enter chooses the found reply.
  await area.pressSequentially('Hello! ::');
  const search = cases.getByRole('searchbox', { name: 'Search the saved replies' });
  await expect(search).toBeFocused();
  await search.fill(title);
  await expect(cases.getByRole('group', { name: 'Saved replies' }).getByRole('button', { name: title })).toBeVisible();
  await cases.keyboard.press('Enter');
  await expect(area).toHaveValue(`Hello! Dear Ngozi, we look into ${complaint.trackingId} today.`);
  await expect(area).toBeFocused();
  await stayAfterSending(cases);
  await area.focus();
  await cases.keyboard.press('Control+Enter');
  await expect(historyOf(cases).getByText(/^(Goes out in \d+ s|Sending)$/u)).toBeVisible();

  await chooseFromRow(page.getByRole('row', { name: title }), `Remove ${title}`);
  await page.getByRole('button', { name: 'Remove saved reply' }).click();
  await expectToast(page, 'Saved reply removed.');
  await expect(page.getByRole('rowheader', { name: title })).toBeHidden();
  await supervisor.close();
  await desk.close();
});

test('an officer picks a saved reply with steps, takes one of them off, and sends the rest', async ({ browser }) => {
  const title = `Pipes ${Date.now()}`;
  const { call } = await createStaffSession('supervisor@demo.example');
  const actions = { priority: 'high' as const, tags: ['burst pipe'], followUpDays: 3 };
  const body = {
    title,
    shared: true,
    step: 'reply' as const,
    category: null,
    text: 'A crew comes.',
    texts: {},
    actions,
  };
  await call(createSavedReply, { body });
  const citizen = await newCitizen('Amina', 'Okafor');
  const { id } = await fileComplaint(citizen.call, { title: 'Water runs down the street' });
  const officer = await createStaffSession('officer@demo.example');
  await act(officer.call, id, ['start']);
  const context = await browser.newContext();
  await enter(context, officer, 'desk');
  const page = await context.newPage();
  await page.goto(`/desk/complaint/open/${id}`);
  await page.getByRole('textbox', { name: /Reply to/u }).pressSequentially('::');
  await page.getByRole('searchbox', { name: 'Search the saved replies' }).fill(title);
  await expect(page.getByRole('group', { name: 'Saved replies' }).getByRole('button', { name: title })).toBeVisible();
  await page.keyboard.press('Enter');

  const chips = page.getByRole('list', { name: 'Done when you send it' }).getByRole('listitem');
  await expect(chips).toContainText(['Priority: High', 'Follow up on', 'Tags: burst pipe']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Tags: burst pipe' }).click();
  await expect(chips).toContainText(['Priority: High', 'Follow up on']);
  await page.getByRole('textbox', { name: /Reply to/u }).press('Control+Enter');

  const sent = () => officer.call(getDeskComplaint, { params: { id } });
  await expect.poll(async () => (await sent()).priority, { timeout: 30_000 }).toBe('high');
  const { tags, followUpOn, history } = await sent();
  expect([tags, followUpOn === null]).toEqual([[], false]);
  expect(history.map(({ text }) => text)).toContain('A crew comes.');
  await context.close();
});

test('officers have no page to write saved replies', { tag: '@full' }, async ({ browser }) => {
  const context = await browser.newContext();
  await enter(context, await createStaffSession('officer@demo.example'), 'desk');
  const page = await context.newPage();
  await page.goto('/desk/saved-reply');
  await expect(page).toHaveURL(/\/desk\/complaint\/mine/u);
  await context.close();
});
