import { fileForSomebody, getStaffMe, listComplaintCategories, listJurisdictions } from '@baraza/contract';
import { expect, test, type Page } from '@playwright/test';
import { createStaffSession } from '../support/session.ts';
import { openDesk } from '../support/desk.ts';
import { portalUrl } from '../support/portal.ts';

/** Presses keys and counts them; text typed into fields counts for nothing. */
function keyboardOf(page: Page) {
  let keys = 0;
  return {
    async press(...names: string[]) {
      for (const name of names) {
        keys += 1;
        await page.keyboard.press(name);
      }
    },
    /** Goes on with Tab to a control, then types into it. */
    async goTo(name: RegExp, text = '') {
      const control = page.getByRole('main').getByLabel(name).or(page.getByRole('button', { name })).first();
      for (let step = 0; step < 12 && !(await control.evaluate((it) => it === document.activeElement)); step += 1)
        await this.press('Tab');
      await expect(control).toBeFocused();
      await page.keyboard.type(text);
    },
    count: () => keys,
  };
}

test('an officer files for somebody by keyboard in 20 keys, and the citizen changes the code', async ({ browser }) => {
  const page = await openDesk(browser, 'officer@demo.example', 'complaint/mine');
  const keys = keyboardOf(page);
  const begun = Date.now();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await keys.press('c');
  await expect(page.getByRole('heading', { name: 'New complaint' })).toBeFocused();
  await keys.goTo(/^Who may know/u);
  await keys.press('n');
  await keys.goTo(/^Their name/u, 'Halima Bello');
  await keys.goTo(/^Their telephone/u, '0803 555 0142');
  await keys.goTo(/^Subject/u, `Dark lamp at Zuba ${Date.now().toString(36)}`);
  await keys.goTo(/^Details/u, 'The lamp before the clinic has been dark since Monday.');
  await keys.goTo(/^Jurisdiction/u);
  await keys.press('ArrowDown');
  await keys.goTo(/^Category/u);
  await keys.press('ArrowDown');
  await keys.goTo(/^Where did/u, 'Before the clinic');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Read it back' })).toBeVisible();
  await keys.goTo(/^They heard it/u);
  await keys.press('Space');
  await keys.goTo(/^File it/u);
  await keys.press('Enter');
  const sheet = page.locator('.receipt-paper');
  await expect(sheet).toBeVisible();
  const seconds = (Date.now() - begun) / 1000;
  expect(keys.count()).toBeLessThanOrEqual(20);
  expect(seconds).toBeLessThan(90);

  const [trackingId = ''] = /SDP-\d\d-\w{6}/u.exec((await sheet.textContent()) ?? '') ?? [];
  const [code = ''] = /\d{4} \d{4} \d{4} \d{4}/u.exec((await sheet.textContent()) ?? '') ?? [];
  const citizen = await (await browser.newContext()).newPage();
  await citizen.goto(`${portalUrl}/track#${trackingId}-${code.replaceAll(' ', '')}`);
  await citizen.getByRole('button', { name: 'Change the receipt code' }).click();
  const dialog = citizen.getByRole('dialog');
  await expect(dialog.getByText('Receipt code', { exact: true })).toBeVisible();
  await dialog.getByLabel('I have kept the code').check();
  await dialog.getByRole('button', { name: 'Change the code' }).click();
  await expect(citizen.getByText('The new code works, the old one no longer.')).toBeVisible();

  const late = await (await browser.newContext()).newPage();
  await late.goto(`${portalUrl}/track#${trackingId}-${code.replaceAll(' ', '')}`);
  await expect(late.getByText('This ID and code do not belong together.').first()).toBeVisible();
});

test('an officer logs a call by one key and finds a caller by number', async ({ browser }) => {
  const { call } = await createStaffSession('officer@demo.example');
  const { mda } = await call(getStaffMe);
  const [category] = await call(listComplaintCategories);
  const [place] = await call(listJurisdictions, { params: { id: mda!.id } });
  const number = `0803 555 ${String(Date.now()).slice(-4)}`;
  const today = new Date().toISOString().slice(0, 10);
  await call(fileForSomebody, {
    form: {
      mda: mda!.id,
      mdaJurisdiction: place?.id ?? '',
      category: category!.id,
      title: 'The gate is shut at noon',
      description: '<p>Every day.</p>',
      location: 'Main gate',
      incidentDate: today,
      identity: 'named',
      contactName: 'Musa Ibrahim',
      contactPhone: number,
      source: 'telephone',
      consent: 'true',
    },
  });
  const page = await openDesk(browser, 'officer@demo.example', `complaint/search?q=${encodeURIComponent(number)}`);
  await page.getByRole('button', { name: /^Look for this telephone number/u }).click();
  const found = page.getByText('One complaint has this number. The name is hidden.');
  await expect(found).toBeVisible();
  await page.getByRole('status').getByRole('link').first().click();
  await expect(page.getByRole('list', { name: 'History' })).toContainText('filed this complaint');
  await page.keyboard.press('p');
  await page.getByLabel('What was said').fill('They call again on Friday.');
  await page.getByRole('button', { name: 'Log it' }).click();
  await expect(page.getByRole('list', { name: 'History' })).toContainText('called the citizen and reached them');
});
