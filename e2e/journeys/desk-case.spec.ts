import { getStaffMe } from '@baraza/contract/account/account';
import { getDeskComplaint } from '@baraza/contract/complaint/desk';
import { transitionComplaint } from '@baraza/contract/complaint/transition';
import { expect, test, type Page } from '@playwright/test';
import { act, fileComplaint } from '../support/complaints.ts';
import { caseAt, historyOf, openDesk, stayAfterSending, writingChoice } from '../support/desk.ts';
import { createStaffSession, newCitizen, type Session } from '../support/session.ts';

let officer: Session;
let id: string;

test.beforeAll(async () => {
  const citizen = await newCitizen();
  officer = await createStaffSession('officer@demo.example');
  const title = `Asked to pay an unofficial fee at the counter for licences ${Date.now().toString(36)}`;
  id = (await fileComplaint(citizen.call, { title })).id;
  await act(officer.call, id, ['start']);
  for (let note = 1; note <= 12; note += 1) await act(officer.call, id, ['note', `Note ${note}`]);
});

const heightOf = async (page: Page, part: string) => (await page.locator(part).boundingBox())!.height;

for (const { width, height, head, thread } of [
  { width: 1440, height: 900, head: 96, thread: 0.6 },
  { width: 1280, height: 720, head: 122, thread: 0.5 },
  { width: 360, height: 740, head: 120, thread: 0.5 },
]) {
  test(
    `a complaint at the desk at ${width} × ${height} leaves room for its newest step`,
    { tag: width === 1440 ? '@full' : [] },
    async ({ browser }) => {
      const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
      await page.setViewportSize({ width, height });
      await page.reload();
      await expect(page.getByText('Note 12')).toBeInViewport();
      expect(await heightOf(page, '.case-head')).toBeLessThanOrEqual(head);
      expect(await heightOf(page, '.case-history')).toBeGreaterThanOrEqual(thread * height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

      await page.getByRole('textbox', { name: /^Reply to/u }).fill('A long answer.\n'.repeat(60));
      expect(await heightOf(page, '.composer')).toBeLessThanOrEqual(0.4 * height);
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport();
      await page.context().close();
    },
  );
}

test('the desk’s list shows at least 14 complaints at 900 px of height', { tag: '@full' }, async ({ browser }) => {
  const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
  const list = (await page.locator('.queue-list').boundingBox())!;
  expect(await heightOf(page, '.queue-row >> nth=0')).toBeLessThanOrEqual((900 - list.y) / 14);
  await page.context().close();
});

test('the desk’s bell opens a complaint at its step, and the officer’s next step scrolls into view', async ({
  browser,
}) => {
  const supervisor = await createStaffSession('supervisor@demo.example');
  const { id: me } = await officer.call(getStaffMe);
  const { version } = await supervisor.call(getDeskComplaint, { params: { id } });
  const body = { version, text: 'Ask at counter 3 first.', mentions: [me] };
  await supervisor.call(transitionComplaint, { params: { id, action: 'note' }, body });
  for (let note = 13; note <= 24; note += 1) await act(officer.call, id, ['note', `Note ${note}`]);

  const page = await openDesk(browser, 'officer@demo.example');
  await page.getByRole('button', { name: /^Notifications/u }).click();
  await page
    .getByRole('link', { name: /You were mentioned/u })
    .first()
    .click();
  await expect(historyOf(page).getByText('Ask at counter 3 first.')).toBeInViewport();
  await expect(historyOf(page).getByText('Note 24')).not.toBeInViewport();
  await writingChoice(page, 'Internal note').click();
  await page.getByRole('textbox', { name: /^Internal note/u }).fill('Counter 3 knows nothing.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(historyOf(page).getByText('Counter 3 knows nothing.')).toBeInViewport();
  await page.context().close();
});

test(
  'on a narrow screen the key I opens the facts, and one press changes who reads a text',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
    await page.setViewportSize({ width: 1100, height: 720 });
    await expect(page.getByText('Counter 3 knows nothing.')).toBeInViewport();
    await page.keyboard.press('i');
    const drawer = page.getByRole('dialog', { name: 'Facts about the complaint' });
    await expect(drawer.getByText('Assigned to', { exact: true })).toBeVisible();
    await drawer.getByText('Similar complaints').click();
    await expect(
      drawer.getByText('No similar complaints were found.').or(drawer.getByRole('link').first()),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await writingChoice(page, 'Internal note').click();
    await expect(page.getByRole('textbox', { name: /^Internal note/u })).toBeFocused();
    await writingChoice(page, 'Reply').click();
    await expect(page.getByRole('textbox', { name: /^Reply to/u })).toBeFocused();
    await page.context().close();
  },
);

test('undoing a reply comes back from the next complaint with its text, and a reply that is not undone is sent', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
  const words = page.getByRole('textbox', { name: /^Reply to/u });
  await words.fill('Come to counter 1.');
  await page.keyboard.press('Control+Enter');
  await expect(page).not.toHaveURL(new RegExp(id, 'u'));
  await page.getByRole('button', { name: /^Undo \(\d+\)$/u }).click();
  await expect(page).toHaveURL(new RegExp(id, 'u'));
  await expect(words).toHaveValue('Come to counter 1.');
  await words.fill('Come to counter 2.');
  await stayAfterSending(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const thread = historyOf(page);
  await expect(thread.getByText('Come to counter 2.')).toBeInViewport();
  await expect(thread.getByText(/^(Goes out in \d+ s|Sending)$/u)).toBeVisible();
  await expect(thread.getByText(/^(Goes out in \d+ s|Sending)$/u)).toHaveCount(0);
  await expect(thread.getByText('Come to counter 2.')).toBeInViewport();
  await expect(thread.getByText('Come to counter 1.')).toHaveCount(0);
  await page.context().close();
});

test('a search for a masked name shows why it finds nothing', { tag: '@full' }, async ({ browser }) => {
  const page = await openDesk(browser, 'officer@demo.example', 'complaint/search?q=Onyekachukwu');
  await expect(page.getByText(/^Search does not look for last names/u)).toBeVisible();
  await page.context().close();
});
