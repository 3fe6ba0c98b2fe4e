import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectHeard, heard, listen } from '../support/announced.ts';
import { act, fileComplaint } from '../support/complaints.ts';
import { fixture } from '../support/portal.ts';
import { createStaffSession, enter, newCitizen } from '../support/session.ts';

/** Changes that come without a press are announced, so that nobody has to search the screen for them. */
test('a screen reader announces results, updates, copies and the state of the connection', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const citizen = await newCitizen('Efua', 'Sarpong');
  const picture = async (name: string) =>
    new File([await readFile(fixture('queue.jpg'))], name, { type: 'image/jpeg' });
  const files = [await picture('one.jpg'), await picture('two.jpg')];
  const complaint = await fileComplaint(citizen.call, { title: 'The lamp is broken', files });
  await fileComplaint(citizen.call, { title: 'The tap is dry' });
  await enter(context, citizen, 'web');
  await listen(page);

  await page.goto('/app/complaint/all-complaint');
  await expect(page.getByRole('article')).toHaveCount(2);
  const search = page.getByPlaceholder('Search in your complaints...');
  await search.fill('lamp');
  await expectHeard(page, '1 complaint');
  await search.fill('no such words');
  await expectHeard(page, '0 complaints');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page
    .getByRole('button', { name: /^Copy tracking ID/u })
    .first()
    .click();
  await expectHeard(page, 'Copied');

  await context.setOffline(true);
  await expectHeard(page, 'Offline. You can keep writing.');
  await context.setOffline(false);
  await expectHeard(page, 'Online. Everything is saved.');

  const officer = await createStaffSession('officer@demo.example');
  await act(officer.call, complaint.id, ['start']);
  await expectHeard(page, '1 new notification');

  await page.getByRole('link', { name: 'The lamp is broken', exact: true }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await expectHeard(page, 'The link is copied.');
  await page.getByRole('button', { name: /^Attachment 1 of 2/u }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  await expectHeard(page, 'Attachment 2 of 2');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: "MDA's" }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByPlaceholder("Search mda's...").fill('zzz');
  await expectHeard(page, '0 found');
  await page.getByRole('link', { name: 'Customer Support' }).click();
  await page.getByRole('button', { name: /^View .* Contact$/u }).click();
  await page.getByRole('searchbox').fill('nobody of this name');
  await expectHeard(page, '0 contacts');
});

test(
  'a screen reader announces the wait for another code at 30, 10 and 0 seconds only',
  { tag: '@full' },
  async ({ page }) => {
    await page.clock.install();
    await listen(page);
    await page.goto('/login');
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    // The screen takes the code as sent a moment ago.
    await page.evaluate(() =>
      sessionStorage.setItem('pendingEmail:verify', JSON.stringify({ email: 'efua@mail.example', sentAt: Date.now() })),
    );
    await page.goto('/verify-email');
    const resend = page.getByRole('button', { name: /^Resend OTP/u });
    await expect(resend).toHaveText('Resend OTP in 60s');
    for (let second = 59; second >= 0; second--) {
      await page.clock.runFor(1000);
      await expect(resend).toHaveText(second > 0 ? `Resend OTP in ${second}s` : 'Resend OTP');
    }
    expect((await heard(page)).filter((it) => it.startsWith('You can ask'))).toEqual([
      'You can ask for another code in 30 seconds.',
      'You can ask for another code in 10 seconds.',
      'You can ask for another code now.',
    ]);
  },
);
