import { listContacts, getPortalSettings } from '@baraza/contract';
import { expect, test } from '@playwright/test';
import { createCitizenSession, enter, type Session } from '../support/session.ts';
import { tallRows } from '../support/table-rows.ts';

let session: Session;
test.beforeEach(async ({ context, page }) => {
  session = await createCitizenSession();
  await enter(context, session, 'web');
  await page.goto('/app/chat');
});

test('the support screen has five questions that open and close, and a link to write an e-mail', async ({ page }) => {
  const { supportEmail } = await session.call(getPortalSettings);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Support');
  await expect(page.getByRole('link', { name: supportEmail }).first()).toHaveAttribute(
    'href',
    `mailto:${supportEmail}`,
  );
  const questions = page.getByRole('region', { name: 'Frequently asked questions' }).getByRole('group');
  await expect(questions.getByRole('heading')).toHaveText([
    'How do I report a complaint?',
    'What happens after I submit a complaint?',
    'How long does it take to resolve a complaint?',
    'Can I submit more than one complaint?',
    'How do I contact customer support?',
  ]);
  for (const question of await questions.all()) {
    await expect(question).not.toHaveAttribute('open');
    await question.getByRole('heading').click();
    await expect(question).toHaveAttribute('open');
  }
  await expect(page.getByText('You get a tracking ID at once')).toBeVisible();
  await questions.nth(1).getByRole('heading').click();
  await expect(page.getByText('You get a tracking ID at once')).toBeHidden();
});

test(
  'contacts of MDAs are found by name, phone, e-mail and MDA, and both are links',
  { tag: '@full' },
  async ({ page }) => {
    const { productName } = await session.call(getPortalSettings);
    const contacts = await session.call(listContacts);
    await page.getByRole('button', { name: `View ${productName} Contact` }).click();
    const table = page.getByRole('table', { name: 'Customer support contacts' });
    await expect(table.getByRole('columnheader')).toHaveText(['S/N', 'Name', 'Phone No', 'Email Address', "MDA's"]);
    const rows = table.locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(contacts.length);
    await expect(rows.first().getByRole('cell').first()).toHaveText('1');
    expect(await tallRows(page)).toEqual([]);

    const one = contacts.find((it) => it.name)!;
    const found = rows.filter({ hasText: one.name! });
    await expect(found.getByRole('link', { name: one.phone! })).toHaveAttribute(
      'href',
      `tel:${one.phone!.replaceAll(' ', '')}`,
    );
    await expect(found.getByRole('link', { name: one.email! })).toHaveAttribute('href', `mailto:${one.email}`);
    const search = page.getByRole('searchbox');
    for (const term of [one.name!.toUpperCase(), one.phone!, one.phone!.replaceAll(' ', ''), one.email!]) {
      await search.fill(term);
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText(one.name!);
    }
    await search.fill(one.mda.toLowerCase());
    await expect(rows).toHaveCount(contacts.filter((it) => it.mda === one.mda).length);

    // An MDA whose committee is empty is one row without a person.
    const empty = contacts.find((it) => it.name === null)!;
    await search.fill(empty.mda);
    await expect(rows).toHaveCount(1);
    await expect(rows.getByRole('link')).toHaveCount(0);
    await search.fill('nobody of this name');
    await expect(table).toContainText('No customer support contacts available.');
  },
);
