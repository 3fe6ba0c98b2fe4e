import { expect, test, type Page } from '@playwright/test';
import { fileComplaint } from '../support/complaints.ts';
import { caseAt, chooseMove, openDesk } from '../support/desk.ts';
import { newCitizen, type Session } from '../support/session.ts';

let citizen: Session & { email: string };

test.beforeAll(async () => {
  citizen = await newCitizen();
});

const file = (title: string) => fileComplaint(citizen.call, { title: `${title} ${Date.now().toString(36)}` });
const thread = (page: Page) => page.getByRole('list', { name: 'History' });
const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts about the complaint' });
const missing = (page: Page) => page.getByText('This complaint was not found');

test('a supervisor recuses an officer, who then finds no complaint, and lifts the recusal again', async ({
  browser,
}) => {
  const { id, title } = await file('Asked for money at the counter');
  const officer = await openDesk(browser, 'officer@demo.example', caseAt(id));
  await expect(thread(officer)).toBeVisible();
  const page = await openDesk(browser, 'supervisor@demo.example', caseAt(id));
  await chooseMove(page, 'Recuse…');
  const dialog = page.getByRole('dialog', { name: 'Recuse somebody from this complaint' });
  await dialog.getByRole('button', { name: 'Recuse them' }).click();
  await expect(dialog.getByText('Choose a person.')).toBeVisible();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await expect(dialog.getByLabel(/^Person/u)).toBeFocused();
  await dialog.getByLabel(/^Person/u).selectOption({ label: 'Kwame Mensah' });
  await dialog.getByLabel(/^Reason/u).fill('It is about the counter they sit at.');
  await dialog.getByRole('button', { name: 'Recuse them' }).click();
  await expect(thread(page).getByText('recused Kwame Mensah')).toBeVisible();
  await expect(thread(page).getByText('It is about the counter they sit at.')).toBeVisible();
  await expect(facts(page).getByRole('button', { name: 'Lift recusal Kwame Mensah' })).toBeVisible();
  await expect(facts(page).getByText('It is about the counter they sit at.')).toBeVisible();
  await expect(page.locator('.case-head :is(h1, h2)')).toBeFocused();
  await page.getByRole('button', { name: /^Assign/u }).click();
  const menu = page.getByRole('group', { name: 'Assign to' });
  await expect(menu.getByRole('button', { name: 'Me', exact: true })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Kwame Mensah' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // It vanishes from the screen on which it was open, and from the list beside it.
  await expect(missing(officer)).toBeVisible();
  await expect(officer.getByRole('link', { name: new RegExp(title, 'u') })).toHaveCount(0);

  await facts(page).getByRole('button', { name: 'Lift recusal Kwame Mensah' }).click();
  const lifting = page.getByRole('dialog', { name: 'Lift the recusal of Kwame Mensah' });
  await lifting.getByRole('button', { name: 'Lift it' }).click();
  await expect(lifting.getByText('Say why.')).toBeVisible();
  await lifting.getByLabel(/^Reason/u).fill('They have moved to another counter.');
  await lifting.getByRole('button', { name: 'Lift it' }).click();
  await expect(thread(page).getByText('lifted the recusal of Kwame Mensah')).toBeVisible();
  await expect(facts(page).getByText('Recused')).toHaveCount(0);
  await officer.reload();
  await expect(thread(officer).getByText('lifted a recusal')).toBeVisible();
  await expect(officer.getByText('They have moved to another counter.')).toHaveCount(0);
});

test(
  'an officer who recuses themselves is back at the list without the complaint',
  { tag: '@full' },
  async ({ browser }) => {
    const { id, title } = await file('My cousin sits there');
    const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
    await chooseMove(page, 'I must not handle this');
    const dialog = page.getByRole('dialog', { name: 'I must not handle this' });
    await expect(dialog.getByText('You will no longer see it.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Recuse me' }).click();
    await expect(dialog.getByText('Say why.')).toBeVisible();
    await dialog.getByLabel(/^Reason/u).fill('He is my cousin.');
    await dialog.getByRole('button', { name: 'Recuse me' }).click();
    await expect(page).toHaveURL(/\/complaint\/open$/u);
    await expect(page.getByRole('link', { name: new RegExp(title, 'u') })).toHaveCount(0);
    await page.goto(`/desk/${caseAt(id)}`);
    await expect(missing(page)).toBeVisible();

    const oversight = await openDesk(browser, 'oversight@demo.example', caseAt(id));
    await expect(facts(oversight).getByRole('button', { name: 'Lift recusal Kwame Mensah' })).toBeVisible();
    await chooseMove(oversight, 'Recuse…');
    const people = oversight.getByRole('dialog').getByLabel(/^Person/u);
    await expect(people.getByRole('option')).not.toHaveCount(1);
    await expect(people.getByRole('option', { name: 'Kwame Mensah' })).toHaveCount(0);
  },
);

test(
  'a supervisor decides with one click whether a complaint is about the officer it mentions',
  { tag: '@full' },
  async ({ browser }) => {
    const { id: about } = await file('Kwame Mensah asked for money');
    const { id: mention } = await file('To Kwame Mensah');
    const officer = await openDesk(browser, 'officer@demo.example', caseAt(mention));
    await expect(missing(officer)).toBeVisible();

    const page = await openDesk(browser, 'supervisor@demo.example', caseAt(about));
    await expect(thread(page).getByText('recused Kwame Mensah: mentioned in the complaint')).toBeVisible();
    await facts(page).getByRole('button', { name: 'About them Kwame Mensah' }).click();
    await expect(thread(page).getByText('decided that it is about Kwame Mensah')).toBeVisible();
    await expect(facts(page).getByText(/^About them, decided by .+/u)).toBeVisible();
    await expect(facts(page).getByRole('button', { name: 'Lift recusal Kwame Mensah' })).toBeVisible();

    await page.goto(`/desk/${caseAt(mention)}`);
    await facts(page).getByRole('button', { name: 'Only mentions them Kwame Mensah' }).click();
    await expect(thread(page).getByText('lifted the recusal of Kwame Mensah')).toBeVisible();
    await expect(facts(page).getByText('Recused')).toHaveCount(0);
    await officer.reload();
    await expect(thread(officer)).toBeVisible();
  },
);
