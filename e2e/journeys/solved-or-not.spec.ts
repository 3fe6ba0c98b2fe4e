import { getComplaint, getDeskComplaint, transitionComplaint } from '@baraza/contract';
import { expect, test, type Browser } from '@playwright/test';
import { act, fileComplaint } from '../support/complaints.ts';
import { historyOf, openDesk } from '../support/desk.ts';
import { waitForMail } from '../support/outbox.ts';
import { createStaffSession, enter, newCitizen, type Session } from '../support/session.ts';

let citizen: Session & { email: string };
let officer: Session;
test.beforeAll(async () => {
  citizen = await newCitizen();
  officer = await createStaffSession('officer@demo.example');
});

const file = (title: string) => fileComplaint(citizen.call, { title: `${title} ${Date.now().toString(36)}` });

/** Opens a complaint in the portal at the width of a phone. */
async function openPortal(browser: Browser, id: string) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 360, height: 740 },
  });
  await enter(context, citizen, 'web');
  const page = await context.newPage();
  await page.goto(`/app/complaint/complaint-details/${id}`);
  return page;
}

test('the link in the mail works without scripts and log-in, and ‘No’ re-opens the complaint once', async ({
  browser,
}) => {
  const { id, title } = await file('The lamp is dark');
  await act(officer.call, id, ['start'], ['resolve', 'We put in a new lamp.']);
  const mail = await waitForMail(citizen.email, /new lamp[\s\S]*\/solved\//u);
  const link = /\/solved\/[\w-]+/u.exec(mail)?.[0] ?? '';
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const page = await context.newPage();

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Is it solved?' })).toBeVisible();
  await expect(page.getByText(title)).toBeVisible();
  await page.getByRole('button', { name: 'Re-open' }).click();
  await expect(page.getByRole('alert')).toContainText('All fields are required');
  await page.getByLabel('What is still wrong?').fill('Dark again at night.');
  await page.getByRole('button', { name: 'Re-open' }).click();
  await expect(page.getByRole('heading', { name: 'Your complaint is open again.' })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has been used or has expired' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the portal' })).toBeVisible();
  expect((await citizen.call(getComplaint, { params: { id } })).status).toBe('Pending');
  await context.close();
});

test('a citizen asks for a review of a rejection and reads the decision of oversight', async ({ browser }) => {
  const { id } = await file('Nobody looked at the bridge');
  const supervisor = await createStaffSession('supervisor@demo.example');
  for (const [person, action] of [
    [officer, 'proposeRejection'],
    [supervisor, 'reject'],
  ] as const) {
    const { version } = await person.call(getDeskComplaint, { params: { id } });
    const body = { version, ...(action === 'proposeRejection' && { reason: 'The text is abusive.' }) };
    await person.call(transitionComplaint, { params: { id, action }, body });
  }
  const portal = await openPortal(browser, id);
  await portal.getByRole('button', { name: 'Ask for a review' }).click();
  const dialog = portal.getByRole('dialog', { name: 'Ask for a review' });
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('I was polite. Read it again.');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(portal.getByText('Under review')).toBeVisible();
  await expect(portal.locator('[aria-current=step]')).toContainText('Processing');
  await expect(portal.getByText('To be decided by')).toBeVisible();
  await expect(portal.getByRole('button', { name: 'Ask for a review' })).toHaveCount(0);

  const oversight = await openDesk(browser, 'oversight@demo.example', 'complaint/undecided');
  await oversight
    .getByRole('link', { name: /Nobody looked at the bridge/u })
    .first()
    .click();
  await expect(oversight.locator('.case-bands')).toContainText('I was polite. Read it again.');
  await oversight.getByRole('button', { name: 'Send it back…' }).click();
  const decision = oversight.getByRole('dialog', { name: 'Send the complaint back to the MDA' });
  await decision.getByRole('button', { name: 'Send it back' }).click();
  await expect(decision.getByText('Say why.')).toBeVisible();
  await decision.getByLabel(/^Reason/u).fill('There is nothing abusive in it.');
  await decision.getByRole('button', { name: 'Send it back' }).click();
  await expect(historyOf(oversight).getByText('sent it back to the MDA')).toBeVisible();

  // The open details change without a reload.
  await expect(portal.getByText('The oversight office decided that work on it continues')).toBeVisible();
  await expect(portal.getByText('There is nothing abusive in it.')).toBeVisible();
  await expect(portal.locator('[aria-current=step]')).toContainText('Pending');
  await waitForMail(citizen.email, /after the review[\s\S]*nothing abusive/u);
});
