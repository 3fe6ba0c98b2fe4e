import { reopenComplaint, getDeskComplaint } from '@baraza/contract';
import { expect, test, type Page } from '@playwright/test';
import { act, fileComplaint } from '../support/complaints.ts';
import { caseAt, chooseMove, openDesk, stayAfterSending } from '../support/desk.ts';
import { waitForMail } from '../support/outbox.ts';
import { createStaffSession, enter, newCitizen, type Session } from '../support/session.ts';

let citizen: Session & { email: string };
let officer: Session;

test.beforeAll(async () => {
  citizen = await newCitizen();
  officer = await createStaffSession('officer@demo.example');
});

/** Makes titles unique to a run, so that it finds its own complaints. */
const file = (title: string) => fileComplaint(citizen.call, { title: `${title} ${Date.now().toString(36)}` });
const thread = (page: Page) => page.getByRole('list', { name: 'History' });
const banner = (page: Page, words: string | RegExp) => page.locator('.case-bands').getByText(words);

test('an officer offers a transfer with a reason, and the other MDA accepts it', async ({ browser }) => {
  const { id, title } = await file('The wrong office: a bus without brakes');
  const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
  await chooseMove(page, 'Offer to another MDA');
  const dialog = page.getByRole('dialog', { name: 'Offer to another MDA' });
  await dialog.getByRole('button', { name: 'Offer it' }).click();
  await expect(dialog.getByText('Choose an MDA.')).toBeVisible();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await expect(dialog.getByLabel(/^MDA/u)).toBeFocused();
  await expect(dialog.getByRole('option', { name: 'Travel Documents Office' })).toHaveCount(0);
  await dialog.getByLabel(/^MDA/u).selectOption({ label: 'Road Transport Authority' });
  await dialog.getByLabel(/^Reason/u).fill('Brakes are theirs.');
  await dialog.getByRole('button', { name: 'Offer it' }).click();
  await expect(banner(page, /Offered to Road Transport Authority/u)).toBeVisible();
  await expect(page.locator('.case-head :is(h1, h2)')).toBeFocused();

  const other = await openDesk(browser, 'officer2@demo.example', 'complaint/offered');
  await other.getByRole('link', { name: new RegExp(title, 'u') }).click();
  await expect(banner(other, 'Travel Documents Office offers you this complaint')).toBeVisible();
  await expect(banner(other, 'Brakes are theirs.')).toBeVisible();
  await other.getByRole('button', { name: 'Accept the transfer' }).click();
  await expect(thread(other).getByText('accepted the transfer')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Assign/u })).toBeVisible();

  // The previous office no longer finds it.
  await page.reload();
  await expect(page.getByText('This complaint was not found')).toBeVisible();

  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
  await enter(context, citizen, 'web');
  const portal = await context.newPage();
  await portal.goto(`/app/complaint/complaint-details/${id}`);
  await expect(
    portal.getByText('Travel Documents Office asked Road Transport Authority to take it over'),
  ).toBeVisible();
  await expect(portal.getByText('Road Transport Authority took it over')).toBeVisible();
  await expect(portal.getByText('Brakes are theirs.')).toHaveCount(0);
  await expect(portal.getByRole('heading', { name: 'MDAs that have handled it' })).toBeVisible();
});

test(
  'oversight decides a transfer that two MDAs declined, and an officer takes an offer back',
  { tag: '@full' },
  async ({ browser }) => {
    const { id } = await file('Nobody wants this one');
    const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
    const offer = async () => {
      await chooseMove(page, 'Offer to another MDA');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^MDA/u).selectOption({ label: 'Road Transport Authority' });
      await dialog.getByLabel(/^Reason/u).fill('It is about roads.');
      await dialog.getByRole('button', { name: 'Offer it' }).click();
      await expect(banner(page, /Offered to Road Transport Authority/u)).toBeVisible();
    };
    await offer();
    await page.getByRole('button', { name: 'Withdraw the offer' }).click();
    await expect(thread(page).getByText('withdrew the offer')).toBeVisible();

    for (const turn of [1, 2]) {
      await offer();
      const other = await openDesk(browser, 'officer2@demo.example', caseAt(id, 'offered'));
      await other.getByRole('button', { name: 'Decline…' }).click();
      const dialog = other.getByRole('dialog', { name: 'Decline the transfer' });
      await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
      await expect(dialog.getByText('Say why.')).toBeVisible();
      await dialog.getByLabel(/^Reason/u).fill(`No, for the ${turn}. time.`);
      await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
      await expect(other).toHaveURL(/\/complaint\/offered$/u);
      await page.reload();
    }
    await expect(banner(page, 'Two MDAs declined it. Oversight decides who takes it.')).toBeVisible();

    const oversight = await openDesk(browser, 'oversight@demo.example', caseAt(id, 'undecided'));
    await oversight.getByRole('button', { name: 'Decide', exact: true }).click();
    const dialog = oversight.getByRole('dialog', { name: 'Decide who takes it' });
    await dialog.getByLabel(/^MDA/u).selectOption({ label: 'Road Transport Authority' });
    await dialog.getByLabel(/^Reason/u).fill('Roads are theirs by law.');
    await dialog.getByRole('button', { name: 'Transfer it to this MDA' }).click();
    await expect(thread(oversight).getByText('transferred it to Road Transport Authority')).toBeVisible();
  },
);

test('a masked identity is shown after a reason and a second person’s approval, and the citizen is notified', async ({
  browser,
}) => {
  // Nobody else has this name.
  const her = await newCitizen('Ngozi', 'Quillfeather');
  const { id, title } = await fileComplaint(her.call, { title: `Read the meter ${Date.now().toString(36)}` });
  const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
  const facts = page.getByRole('complementary', { name: 'Facts about the complaint' });
  await expect(facts.getByText('Ngozi Q.')).toBeVisible();
  await expect(page.getByText('Quillfeather')).toHaveCount(0);
  await facts.getByRole('button', { name: 'Ask to see name and contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask to see name and contact' });
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await dialog.getByLabel(/^Reason/u).fill('Only she has the key.');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('You have asked to see name and contact.')).toBeVisible();
  await expect(facts.getByRole('button', { name: /name and contact|Show|Refuse/u })).toHaveCount(0);

  const supervisor = await openDesk(browser, 'supervisor@demo.example');
  await supervisor.getByRole('link', { name: /^To approve/u }).click();
  await supervisor.getByRole('link', { name: new RegExp(title, 'u') }).click();
  const asked = supervisor.locator('.case-bands');
  await expect(asked.getByText('Kwame Mensah asks to see who wrote this.')).toBeVisible();
  await expect(asked.getByText('Only she has the key.')).toBeVisible();
  await asked.getByRole('button', { name: 'Decline…' }).click();
  const refusal = supervisor.getByRole('dialog', { name: 'Decline to show name and contact' });
  await refusal.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(refusal.getByText('Say why.')).toBeVisible();
  await refusal.getByRole('button', { name: 'Cancel' }).click();
  await asked.getByRole('button', { name: 'Approve' }).press('Enter');
  await asked.getByRole('button', { name: /^Undo/u }).click();
  await asked.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(thread(supervisor).getByText(/showed name and contact to/u)).toBeVisible({ timeout: 30_000 });
  await expect(asked.getByRole('button')).toHaveCount(0);
  await expect(supervisor.getByRole('heading', { level: 1 })).toBeFocused();
  // The MDA's setting lets a supervisor see it without asking.
  await expect(supervisor.getByText('You supervise it while it is open. Each view is recorded.')).toBeVisible();

  await page.reload();
  await expect(facts.getByText('Ngozi Quillfeather')).toBeVisible();
  await expect(facts.getByRole('link', { name: her.email })).toBeVisible();
  await expect(facts.getByText('You see name and contact until')).toBeVisible();

  expect(await waitForMail(her.email, /may be seen/u)).toContain('Only she has the key.');
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
  await enter(context, her, 'web');
  const portal = await context.newPage();
  await portal.goto(`/app/complaint/complaint-details/${id}`);
  const notice = 'Travel Documents Office may see your name and contact data for 24 hours';
  await expect(portal.getByText(notice)).toBeVisible();
  await expect(portal.getByText('Only she has the key.')).toBeVisible();
});

test('an officer merges a complaint with another one, found by its tracking ID', async ({ browser }) => {
  const parent = await file('The queue begins at four in the morning');
  const twin = await file('Same morning queue, other words');
  const page = await openDesk(browser, 'officer@demo.example', caseAt(twin.id));
  await chooseMove(page, 'Merge');
  const dialog = page.getByRole('dialog', { name: 'Merge with another complaint' });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog.getByText('Choose the complaint that it belongs to.')).toBeVisible();
  await dialog.getByRole('searchbox').fill(parent.trackingId.slice(-6));
  await dialog.getByRole('radio', { name: new RegExp(parent.title, 'u') }).check();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(banner(page, 'Handled together with another complaint')).toBeVisible();
  await page
    .locator('.case-bands')
    .getByRole('link', { name: new RegExp(parent.title, 'u') })
    .click();
  await expect(banner(page, /1 more complaint is handled together with this one/u)).toBeVisible();

  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
  await enter(context, citizen, 'web');
  const portal = await context.newPage();
  await portal.goto(`/app/complaint/complaint-details/${twin.id}`);
  await expect(portal.getByText('Handled together with another complaint', { exact: true })).toBeVisible();
  await expect(portal.getByText('It is handled together with another complaint about the same matter')).toBeVisible();
});

test(
  'a supervisor moves the due date, and an invalid number of days is refused',
  { tag: '@full' },
  async ({ browser }) => {
    const { id } = await file('It takes longer than we thought');
    await act(officer.call, id, ['start']);
    const page = await openDesk(browser, 'supervisor@demo.example', caseAt(id));
    await chooseMove(page, 'Take more time');
    const dialog = page.getByRole('dialog', { name: 'Take more time' });
    const days = dialog.getByLabel(/^Additional working days/u);
    for (const wrong of ['0', '16', 'a week', '']) {
      await days.fill(wrong);
      await dialog.getByRole('button', { name: 'Take more time' }).click();
      await expect(dialog.getByText('Enter a number from 1 to 15.')).toBeVisible();
    }
    await days.fill('4');
    await dialog.getByLabel(/^Reason/u).fill('The printer waits for a part.');
    await dialog.getByRole('button', { name: 'Take more time' }).click();
    await expect(thread(page).getByText('4 working days more')).toBeVisible();
    await waitForMail(citizen.email, /The printer waits for a part/u);

    const plain = await openDesk(browser, 'officer@demo.example', caseAt(id));
    await plain.getByRole('button', { name: 'More actions' }).click();
    await expect(plain.getByRole('group', { name: 'More actions' })).toBeVisible();
    await expect(plain.getByRole('button', { name: 'Take more time' })).toHaveCount(0);
  },
);

test('resolving asks for the outcome and shows another officer’s step before sending', async ({ browser }) => {
  const { id } = await file('Two officers at one desk');
  await act(officer.call, id, ['start']);
  const page = await openDesk(browser, 'officer@demo.example', caseAt(id));
  await page.getByRole('textbox', { name: /^Reply to/u }).waitFor();
  await page.keyboard.press('e');
  const words = page.getByRole('textbox', { name: /^Reply to/u });
  await words.fill('It is repaired.');
  await stayAfterSending(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Choose how it was resolved.')).toBeVisible();
  // The page may be notified at any moment from here on.
  const supervisor = await createStaffSession('supervisor@demo.example');
  await act(supervisor.call, id, ['reply', 'We are looking at it.']);
  await page.getByLabel(/^How was it resolved/u).selectOption('partly');
  await page.getByRole('button', { name: 'Send and resolve', exact: true }).click();
  await expect(page.getByText(/^.+ changed this at \d\d:\d\d\. Your text is kept\.$/u)).toBeVisible();
  await expect(words).toHaveValue('It is repaired.');
  await page.getByRole('button', { name: 'I have read it' }).click();
  await page.getByRole('button', { name: 'Send and resolve', exact: true }).click();
  await expect(thread(page).getByText('Partly solved')).toBeVisible();
  expect((await officer.call(getDeskComplaint, { params: { id } })).outcome).toBe('partly');
  // The next cycle begins with a reply: resolving is chosen each time.
  await citizen.call(reopenComplaint, { body: { id, reason: 'It broke again.' } });
  await page.getByRole('button', { name: 'Start work' }).click();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
});

test('the desk shows new complaints and other officers’ steps without reloading', async ({ browser }) => {
  const page = await openDesk(browser, 'supervisor@demo.example', 'complaint/unassigned?sort=latest');
  await expect(page.getByRole('heading', { level: 1, name: 'Unassigned' })).toBeVisible();
  const { id, title } = await file('A drain that came in just now');
  // Lists refetch once a minute; this must be faster.
  const soon = { timeout: 12_000 };
  await expect(page.getByRole('link', { name: new RegExp(title, 'u') })).toBeVisible(soon);
  await page.goto(`/desk/${caseAt(id)}`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await act(officer.call, id, ['start']);
  await expect(thread(page).getByText(/started/u)).toBeVisible(soon);
  await page.context().close();
});
