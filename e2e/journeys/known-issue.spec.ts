import { getDeskComplaint, listFollowedIssues, listKnownIssues } from '@baraza/contract';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { mdaWithPlaces } from '../support/complaint-form.ts';
import { fileComplaint } from '../support/complaints.ts';
import { openDesk } from '../support/desk.ts';
import { waitForMail } from '../support/outbox.ts';
import { createStaffSession, enter, newCitizen } from '../support/session.ts';

test('a citizen who types a similar title follows a known issue and gets its update', async ({ browser }) => {
  const [teller, reader] = [await newCitizen(), await newCitizen('Chidi')];
  const supervisor = await createStaffSession('supervisor@demo.example');
  const mark = Date.now().toString(36);
  const filed = [];
  for (const name of ['first', 'second'])
    filed.push(await fileComplaint(teller.call, { title: `Ticket machine ${mark} eats coins, ${name}` }));

  const desk = await openDesk(browser, 'supervisor@demo.example', `complaint/search?q=${mark}`);
  await desk.getByRole('button', { name: 'Select', exact: true }).click();
  await desk.getByRole('checkbox', { name: /^All/u }).click();
  await desk.getByRole('button', { name: 'Publish as known issue…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Publish as known issue' });
  await dialog.getByLabel(/^Public title/u).fill(`Ticket machine ${mark} in the hall is broken`);
  await dialog.getByLabel(/^Public text/u).fill('A part is ordered. Tickets are sold at window 4.');
  await expect(dialog.getByText('2 complaints are added to it: their citizens get each update.')).toBeVisible();
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByText('Known issue published.')).toBeVisible();
  const issue = (await supervisor.call(listKnownIssues)).find(({ title }) => title.includes(mark))!;
  const atDesk = await supervisor.call(getDeskComplaint, { params: { id: filed[0]!.id } });
  expect(atDesk.knownIssue?.id).toBe(issue.id);

  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
  await enter(context, reader, 'web');
  const page = await context.newPage();
  await page.goto('/app/complaint/new-complaint');
  await page.getByLabel(/^MDA/u).selectOption({ label: mdaWithPlaces });
  await page.getByLabel(/^Subject\/Title/u).fill(`The ticket machine ${mark} takes my money`);
  await expect(page.getByText('Others have reported this')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Follow this issue' }).click();
  await page.getByRole('link', { name: 'Open the issue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(mark);
  await expect(page.getByText('You follow this issue.')).toBeVisible();

  await desk.goto('/desk/known-issue');
  await desk.getByRole('button', { name: `Write an update ${issue.title}` }).click();
  const update = desk.getByRole('dialog', { name: issue.title });
  await expect(update.getByText('2 people are notified in the portal and by email.')).toBeVisible();
  await update.getByLabel(/^Public text/u).fill('The machine works again.');
  await update.getByLabel(/^After this update/u).selectOption({ label: 'The issue is solved and closed' });
  await update.getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByText(/Solved on/u).first()).toBeVisible();
  await expect(desk.getByText('Each citizen gets the last update as the answer:')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Resolve all 2 complaints' }).click();
  await expect(desk.getByRole('button', { name: /^Undo/u })).toBeVisible();

  for (const { email } of [teller, reader]) expect(await waitForMail(email, /works again/u)).toContain(issue.id);
  await page.getByRole('button', { name: /^Notifications \(1\)/u }).click();
  await page.getByRole('link', { name: /A known issue is solved/u }).click();
  await expect(page.getByText('The machine works again.')).toBeVisible();
  await expect(page.getByText('This issue is solved.')).toBeVisible();

  await page.goto('/app');
  const followed = page.getByRole('region', { name: 'Issues you follow' });
  await expect(followed.getByRole('link', { name: issue.title })).toBeVisible();
  await expectAccessible(page);
  await followed.getByRole('button', { name: 'Stop following' }).click();
  await expect(followed.getByRole('button', { name: 'Follow this issue' })).toBeFocused();
  expect(await reader.call(listFollowedIssues)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your complaints' })).toBeVisible();
  await expect(followed).toHaveCount(0);
});

test('a guest reads a known issue and goes on with the complaint', { tag: '@full' }, async ({ page }) => {
  await page.goto('/complain');
  await page.getByLabel(/^MDA/u).selectOption({ label: mdaWithPlaces });
  await page.getByLabel(/^Subject\/Title/u).fill('The photo booth keeps the money');
  await expect(page.getByText('Others have reported this')).toBeVisible();
  await page.getByRole('button', { name: 'Mine is different' }).click();
  await expect(page.getByText('Others have reported this')).toHaveCount(0);

  const supervisor = await createStaffSession('supervisor@demo.example');
  const issue = (await supervisor.call(listKnownIssues)).find(({ title }) => title.includes('Photo booths'))!;
  await page.goto(`/known-issue/${issue.id}`);
  await expect(page.getByRole('link', { name: 'Log in to follow this issue' })).toBeVisible();
  await expectAccessible(page);
  await expectAccessible(page, 'dark');
});
