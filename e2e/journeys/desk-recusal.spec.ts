import { expect, test, type Page } from '@playwright/test';
import { fileComplaint } from '../support/complaints.ts';
import { caseAt, openDesk } from '../support/desk.ts';
import { newCitizen, type Session } from '../support/session.ts';

let citizen: Session & { email: string };

test.beforeAll(async () => {
  citizen = await newCitizen();
});

const file = (title: string) => fileComplaint(citizen.call, { title: `${title} ${Date.now().toString(36)}` });
const thread = (page: Page) => page.getByRole('list', { name: 'History' });
const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts about the complaint' });
const missing = (page: Page) => page.getByText('This complaint was not found');

test('a supervisor keeps a complaint from an officer, who then finds none, and lets them see it again', async ({
  browser,
}) => {
  const { id, title } = await file('Asked for money at the counter');
  const officer = await openDesk(browser, 'officer@demo.example', caseAt(id));
  await expect(officer.getByRole('button', { name: 'I must not handle this' })).toBeVisible();
  const page = await openDesk(browser, 'supervisor@demo.example', caseAt(id));
  await page.getByRole('button', { name: 'Keep from…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this complaint from somebody' });
  await dialog.getByRole('button', { name: 'Keep it from them' }).click();
  await expect(dialog.getByText('Choose a person.')).toBeVisible();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await expect(dialog.getByLabel(/^Person/u)).toBeFocused();
  await dialog.getByLabel(/^Person/u).selectOption({ label: 'Kwame Mensah' });
  await dialog.getByLabel(/^Reason/u).fill('It is about the counter they sit at.');
  await dialog.getByRole('button', { name: 'Keep it from them' }).click();
  await expect(thread(page).getByText('kept it from Kwame Mensah')).toBeVisible();
  await expect(thread(page).getByText('It is about the counter they sit at.')).toBeVisible();
  await expect(facts(page).getByText('Kwame Mensah')).toBeVisible();
  await expect(page.locator('.case-head :is(h1, h2)')).toBeFocused();
  await page.getByRole('button', { name: /^Assign/u }).click();
  const menu = page.getByRole('group', { name: 'Assign to' });
  await expect(menu.getByRole('button', { name: 'Me', exact: true })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Kwame Mensah' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // It vanishes from the screen on which it was open, and from the list beside it.
  await expect(missing(officer)).toBeVisible();
  await expect(officer.getByRole('link', { name: new RegExp(title, 'u') })).toHaveCount(0);

  await facts(page).getByRole('button', { name: 'Let Kwame Mensah see it' }).click();
  const letting = page.getByRole('dialog', { name: 'Let Kwame Mensah see it' });
  await letting.getByRole('button', { name: 'Let them see it' }).click();
  await expect(letting.getByText('Say why.')).toBeVisible();
  await letting.getByLabel(/^Reason/u).fill('They have moved to another counter.');
  await letting.getByRole('button', { name: 'Let them see it' }).click();
  await expect(thread(page).getByText('let Kwame Mensah see it')).toBeVisible();
  await expect(facts(page).getByText('Kept from')).toHaveCount(0);
  await officer.reload();
  await expect(thread(officer).getByText('let somebody see it from whom it was kept')).toBeVisible();
  await expect(officer.getByText('They have moved to another counter.')).toHaveCount(0);
});

test('an officer keeps a complaint from themselves, and is back at the list without it', async ({ browser }) => {
  const { id, title } = await file('My cousin sits there');
  const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
  await page.getByRole('button', { name: 'I must not handle this' }).click();
  const dialog = page.getByRole('dialog', { name: 'I must not handle this' });
  await expect(dialog.getByText('You will no longer see it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep it from me' }).click();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await dialog.getByLabel(/^Reason/u).fill('He is my cousin.');
  await dialog.getByRole('button', { name: 'Keep it from me' }).click();
  await expect(page).toHaveURL(/\/complaint\/open$/u);
  await expect(page.getByRole('link', { name: new RegExp(title, 'u') })).toHaveCount(0);
  await page.goto(`/desk/${caseAt(id)}`);
  await expect(missing(page)).toBeVisible();

  const oversight = await openDesk(browser, 'oversight@demo.example', caseAt(id));
  await expect(facts(oversight).getByText('Kwame Mensah')).toBeVisible();
  await oversight.getByRole('button', { name: 'Keep from…' }).click();
  const people = oversight.getByRole('dialog').getByLabel(/^Person/u);
  await expect(people.getByRole('option')).not.toHaveCount(1);
  await expect(people.getByRole('option', { name: 'Kwame Mensah' })).toHaveCount(0);
});
