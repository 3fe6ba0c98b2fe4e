// @vitest-environment happy-dom
import type { Staff } from '@baraza/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import StaffAccounts from './staff-page.tsx';

const me = { ...officer, id: 'me', role: 'administrator', mda: null } as typeof officer;
const account = { email: 'a@town.example', disabled: false, invited: false, mfa: false, waiting: null, version: 3 };
const own: Staff = { ...account, id: me.id, first_name: 'Ada', last_name: 'Obi', role: 'administrator', mda: null };
const ben: Staff = { ...own, id: 'ben', first_name: 'Ben', role: 'officer', mda: { id: 'roads', name: 'Roads' } };
const waiting = {
  action: 'access',
  role: 'supervisor',
  mda: null,
  disabled: false,
  by: { id: 'other', name: 'Uche Ike' },
} as const;
const get = 'GET /api/desk/staff';

/** Opens the page as an administrator, with these responses. */
function open(answer: unknown) {
  const server = stubServer({ [get]: answer });
  renderAtDesk(<StaffAccounts />, me);
  return server;
}

/** Lists the actions in the menu of a person, without their name. */
async function offered(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: `More for ${name}` }));
  const items = within(screen.getByRole('group', { name: `More for ${name}` })).getAllByRole('button');
  return items.map(({ textContent }) => textContent?.replace(` ${name}`, ''));
}

test('searching staff finds them by name, email or MDA, and counts them', async () => {
  open([own, ben]);
  expect(await screen.findByText('2 of 2')).toBeTruthy();
  const search = screen.getByRole('searchbox');

  fireEvent.change(search, { target: { value: 'roads' } });

  expect(screen.getByRole('status').textContent).toBe('1 of 2');
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Ben Obia@town.example']);
  fireEvent.change(search, { target: { value: 'nobody' } });
  expect(screen.getByText('Nobody was found.')).toBeTruthy();
});

test.each([
  ['who works', ben, ['Leave', 'Log out everywhere', 'Disable']],
  ['who was invited', { ...ben, invited: true }, ['Leave', 'Invite again', 'Disable']],
  ['who is disabled', { ...ben, disabled: true }, ['Enable']],
  [
    'who signs in with a code',
    { ...ben, mda: null, mfa: true },
    ['Log out everywhere', 'Reset two-step sign-in', 'Disable'],
  ],
  ['whose change waits', { ...ben, mda: null, waiting }, ['Log out everywhere']],
])('the row menu of somebody %s offers only actions that fit', async (_, person, expected) => {
  open([person]);

  expect(await offered('Ben Obi')).toEqual(expected);
});

test('an invitation whose mail was refused says so', async () => {
  open([{ ...ben, invited: true, mailRefused: true }]);

  expect(await screen.findByText('The last email to this address was refused. Is the address correct?')).toBeTruthy();
});

test('administrators get no menu of risky actions for their own account', async () => {
  open([{ ...own, mfa: true }]);

  expect(await screen.findByRole('button', { name: 'Edit Ada Obi' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'More for Ada Obi' })).toBeNull();
});

test('a staff change that waits is named and leads to where it is decided', async () => {
  open([{ ...ben, waiting }]);

  const link = await screen.findByRole('link', { name: /To be confirmed/u });
  expect(link.getAttribute('href')).toMatch(/\/access-change$/u);
});

test('an action in a row of staff opens the dialog for that person, and Cancel sends nothing', async () => {
  const { sent } = open([own, ben]);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Ben Obi' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/u).value).toBe('Ben');

  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
});
