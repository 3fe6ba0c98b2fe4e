import { getDeskComplaint, listDeskComplaints } from '@baraza/contract';
import { expect, test } from '@playwright/test';
import { act, fileComplaint } from '../support/complaints.ts';
import { openDesk } from '../support/desk.ts';
import { createStaffSession, newCitizen } from '../support/session.ts';

test('an officer replies to and assigns several complaints at once and sees a result for each', async ({ browser }) => {
  const citizen = await newCitizen();
  const officer = await createStaffSession('officer@demo.example');
  const ids: string[] = [];
  const titles: string[] = [];
  for (const name of ['Many A', 'Many B', 'Many C']) {
    const { id, title } = await fileComplaint(citizen.call, { title: `${name} ${Date.now().toString(36)}` });
    ids.push(id);
    titles.push(title);
  }
  await act(officer.call, ids[0]!, ['start']);
  const page = await openDesk(browser, 'officer@demo.example', 'complaint/open?sort=latest');
  const row = (title: string | undefined) => page.locator('.queue-row', { hasText: title });
  // X and Shift select; the link in focus becomes the checkbox in focus.
  await row(titles[2]).focus();
  await page.keyboard.press('x');
  await expect(row(titles[2]).getByRole('checkbox')).toBeFocused();
  await row(titles[0]).click({ modifiers: ['Shift'] });
  const panel = page.getByRole('region', { name: 'Selected complaints' });
  await expect(panel.getByRole('heading', { name: '3 complaints selected' })).toBeVisible();
  await panel.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(panel.getByText('Left out: 1, and why')).toBeVisible();
  await expect(panel.getByText('Started already')).toBeVisible();
  await expect(row(titles[0])).toContainText('Left out');
  await panel.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(panel.getByText('2 are not started yet and will be started first.')).toBeVisible();
  await panel.getByRole('button', { name: 'Reply to 3' }).click();
  await expect(panel.getByText('Write the text first.')).toBeVisible();
  await panel.getByRole('textbox').fill('The lift works again.');
  // Undoing before anything is sent keeps the text.
  await panel.getByRole('button', { name: 'Reply to 3' }).click();
  await expect(panel.getByText('Nothing has been sent yet. Sending starts in 10 seconds.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeFocused();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('textbox')).toHaveValue('The lift works again.');
  await panel.getByRole('button', { name: 'Reply to 3' }).click();
  // A colleague was faster: the step is refused once, then sent again with the same text.
  await act(officer.call, ids[0]!, ['note', 'I call them.']);
  await expect(panel.getByText('2 of 3 done, 1 not done')).toBeVisible({ timeout: 30_000 });
  await expect(row(titles[2])).toContainText('Replied');
  await expect(row(titles[0])).toContainText('Not done');
  await panel.getByRole('button', { name: 'Back to the 1 not done' }).click();
  await expect(panel.getByRole('textbox')).toHaveValue('The lift works again.');
  await panel.getByRole('button', { name: 'Reply to 1' }).click();
  await expect(panel.getByText('All 1 done')).toBeVisible({ timeout: 30_000 });
  await panel.getByRole('button', { name: 'Done', exact: true }).click();

  // Going back led to the list of those not done.
  await page.goto('/desk/complaint/open?sort=latest');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await row(titles[1]).getByRole('checkbox').check();
  await panel.getByRole('button', { name: 'Assign', exact: true }).click();
  await panel.getByLabel(/^Assign to/u).selectOption({ label: 'Nobody' });
  // Internal steps begin at once.
  await panel.getByRole('button', { name: 'Assign 1' }).click();
  await expect(panel.getByText('All 1 done')).toBeVisible();
  expect((await officer.call(getDeskComplaint, { params: { id: ids[1]! } })).assignee).toBeNull();
});

test(
  'an officer replies to and resolves more than a page of complaints at once',
  { tag: '@full' },
  async ({ browser }) => {
    const citizen = await newCitizen();
    const officer = await createStaffSession('officer@demo.example');
    const street = `Millroad${Date.now().toString(36)}`;
    const many = 55;
    for (let house = 1; house <= many; house += 1)
      await fileComplaint(citizen.call, { title: `Power cut in ${street}, house ${house}` });
    const page = await openDesk(browser, 'officer@demo.example', `complaint/search?q=${street}`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: /^All/u }).click();
    const panel = page.getByRole('region', { name: 'Selected complaints' });
    await expect(panel.getByRole('heading', { name: `${many} complaints selected` })).toBeVisible();
    await expect(panel.getByText(`${many} are not started yet and will be started first.`)).toBeVisible();
    await panel.getByRole('textbox', { name: /^Reply to each citizen/u }).fill('The power is back.');
    await panel.getByRole('button', { name: `Reply to and resolve ${many}` }).click();
    await expect(panel.getByText(`All ${many} done`)).toBeVisible({ timeout: 90_000 });
    const query = { q: street, state: 'resolved', limit: 100 } as const;
    expect((await officer.call(listDeskComplaints, { query })).items).toHaveLength(many);
  },
);
