import { logout } from '@baraza/contract';
import { type Page, expect, test } from '@playwright/test';
import { fileComplaint } from '../support/complaints.ts';
import { writingChoice } from '../support/desk.ts';
import { createStaffSession, newCitizen } from '../support/session.ts';

const title = 'Seen by one alone';
const title2 = 'Still being typed';

/** Changes the session, as a log-in in that tab does. */
const change = (page: Page, token: string) => page.evaluate((it) => localStorage.setItem('authToken', it), token);

/** Logs one citizen out and the next in while this tab sleeps, so that it is notified of both late. */
const hearLate = (page: Page, key: string, token: string) =>
  page.evaluate(
    ([name, next]) => {
      localStorage.setItem(name, next);
      const hear = (changed: string, newValue: string | null) =>
        window.dispatchEvent(new StorageEvent('storage', { key: changed, newValue }));
      hear(`${name}.end`, 'logout');
      hear(name, null);
      hear(`${name}.end`, null);
      hear(name, next);
    },
    [key, token] as const,
  );

test('no data of the previous citizen stays on the screen when another logs in', async ({ page, context }) => {
  const [first, second] = await Promise.all([newCitizen('Amara'), newCitizen('Bisi')]);
  const { id } = await fileComplaint(first.call, { title });
  const other = await context.newPage();
  await other.goto('/login');
  await change(other, first.token);
  await page.goto(`/app/complaint/complaint-details/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await change(other, second.token);
  await expect(page.getByText(title)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
});

test(
  'a tab that learns late of a log-out shows no data of the previous citizen',
  { tag: '@full' },
  async ({ page, context }) => {
    const [first, second] = await Promise.all([newCitizen('Amara'), newCitizen('Bisi')]);
    const other = await context.newPage();
    await other.goto('/login');
    await change(other, first.token);
    await page.goto('/app/complaint/new-complaint');
    await page.evaluate(() => sessionStorage.setItem('typed:reopen', 'What was typed into a dialog'));
    const drafts = () =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            indexedDB.open('keyval-store').onsuccess = ({ target }) => {
              const { result } = target as IDBOpenDBRequest;
              result.transaction('keyval').objectStore('keyval').getAllKeys().onsuccess = (all) => {
                result.close();
                resolve((all.target as IDBRequest<string[]>).result.filter((key) => key.startsWith('draft:')));
              };
            };
          }),
      );
    // The text is not saved yet when the tab is notified.
    await page.getByLabel(/^Subject\/Title/u).fill(title2);
    await hearLate(page, 'authToken', second.token);
    await expect(page.getByLabel(/^Subject\/Title/u)).toHaveValue('');
    expect(await page.evaluate(() => [localStorage.getItem('authToken'), sessionStorage.length])).toEqual([
      second.token,
      0,
    ]);
    expect(await drafts()).toEqual([]);
    // The next citizen's draft is kept as usual.
    await page.getByLabel(/^Subject\/Title/u).fill(title2);
    await page.getByRole('link', { name: 'Complaints' }).first().click();
    await expect(page.getByLabel(/^Subject\/Title/u)).toHaveCount(0);
    await expect.poll(drafts).toHaveLength(1);
  },
);

test(
  'a tab that learns late of a log-out shows no data of the previous officer',
  { tag: '@full' },
  async ({ page }) => {
    const citizen = await newCitizen('Amara');
    const [first, second] = await Promise.all(
      ['officer@demo.example', 'supervisor@demo.example'].map((email) => createStaffSession(email)),
    );
    const { id } = await fileComplaint(citizen.call, { title });
    await page.goto('/desk/login');
    await page.evaluate((token) => localStorage.setItem('deskAuthToken', token), first!.token);
    await page.goto(`/desk/complaint/${id}`);
    await page.evaluate(() => localStorage.setItem('desk.draft.next.one', 'Of the next'));
    await writingChoice(page, 'Internal note').click();
    const note = page.getByRole('textbox', { name: /^Internal note/u });
    await note.fill(title2);
    await hearLate(page, 'deskAuthToken', second!.token);
    await writingChoice(page, 'Internal note').click();
    await expect(note).toHaveValue('');
    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('desk.draft.')));
    expect(await drafts()).toEqual(['desk.draft.next.one']);
  },
);

test('logging out in one tab empties the other one too', async ({ page, context }) => {
  const { token } = await newCitizen('Amara');
  const other = await context.newPage();
  await other.goto('/login');
  await change(other, token);
  await page.goto('/app/complaint/new-complaint');
  await page.evaluate(() => sessionStorage.setItem('typed:reopen', 'What was typed into a dialog'));
  await other.goto('/app/profile');
  await other.getByRole('button', { name: 'Logout' }).click();
  // The text is not saved yet when the other tab confirms.
  await page.getByLabel(/^Subject\/Title/u).fill(title2);
  await other.getByRole('button', { name: 'Yes, log out' }).click();
  await expect(other).toHaveURL(/\/login$/u);
  await expect(page).toHaveURL(/\/login$/u);
  const left = () => page.evaluate(() => [localStorage.length, sessionStorage.length]);
  await expect.poll(left).toEqual([0, 0]);
});

/**
 * Shows a page as from the back/forward cache. Automated browsers have no such cache, so the event is dispatched here, without
 * earlier notifications.
 */
const comeBack = (page: Page, changed: Record<string, string | null>) =>
  page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries))
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, changed);

test('going back to a page shows no data of a citizen who logged out since', async ({ page }) => {
  const [first, second] = await Promise.all([newCitizen('Amara'), newCitizen('Bisi')]);
  await page.goto('/login');
  await change(page, first.token);
  await page.goto('/app/complaint/new-complaint');
  const subject = page.getByLabel(/^Subject\/Title/u);
  await subject.fill(title2);
  await page.evaluate(() => sessionStorage.setItem('typed:reopen', 'What was typed into a dialog'));
  await comeBack(page, { authToken: second.token });
  await expect(subject).toHaveValue('');
  expect(await page.evaluate(() => [localStorage.getItem('authToken'), sessionStorage.length])).toEqual([
    second.token,
    0,
  ]);
  await subject.fill(title2);
  await comeBack(page, { authToken: null });
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByText(title2)).toHaveCount(0);
});

test(
  'going back to a page shows no data of an officer who logged out, and an ended session is noticed',
  { tag: '@full' },
  async ({ page }) => {
    const citizen = await newCitizen('Amara');
    const [first, second] = await Promise.all(
      ['officer@demo.example', 'supervisor@demo.example'].map((email) => createStaffSession(email)),
    );
    const { id } = await fileComplaint(citizen.call, { title });
    await page.goto('/desk/login');
    await page.evaluate((token) => localStorage.setItem('deskAuthToken', token), first!.token);
    await page.goto(`/desk/complaint/${id}`);
    const openNote = () => writingChoice(page, 'Internal note').click();
    await openNote();
    const note = page.getByRole('textbox', { name: /^Internal note/u });
    await note.fill(title2);
    await comeBack(page, { deskAuthToken: second!.token });
    await openNote();
    await expect(note).toHaveValue('');
    await second!.call(logout, {});
    await comeBack(page, {});
    await expect(page).toHaveURL(/\/desk\/login$/u);
  },
);
