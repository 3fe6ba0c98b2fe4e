// @vitest-environment happy-dom
import type { OwnContact } from '@baraza/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, fill, isDialogOpen, press } from '../../lib/testing/press.ts';
import { officer, refusal, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import Contacts from './contact-page.tsx';

const ada: OwnContact = { id: 'ada', name: 'Ada Obi', phone: '08030000000', email: 'ada@town.example', version: 1 };
const ben: OwnContact = { ...ada, id: 'ben', name: 'Ben Obi', version: 6 };
const get = 'GET /api/desk/contact';

/** Opens the page as a supervisor, with these responses. */
function open(answers: Record<string, unknown> = {}) {
  const server = stubServer({ [get]: [ada, ben], ...answers });
  renderAtDesk(<Contacts />, { ...officer, role: 'supervisor' });
  return server;
}

test('the dialog of a new contact sends it and closes', async () => {
  const { sent } = open({ [get]: [], 'POST /api/desk/contact': [ada] });
  expect(await screen.findByText(/^There are no contacts yet/u)).toBeTruthy();
  await press('New contact');
  expect([field(/^Name/u), field(/^Phone/u), field(/^Email/u)].every(({ required }) => required)).toBe(true);
  fill(/^Name/u, ' Ada Obi ');
  fill(/^Phone/u, ada.phone);
  fill(/^Email/u, 'Ada@Town.example');

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  const body = { name: 'Ada Obi', phone: ada.phone, email: ada.email };
  expect(sent).toEqual([{ call: 'POST /api/desk/contact', body }]);
});

test('a contact of an MDA moves up by one place, except the first', async () => {
  const { sent } = open({ 'PATCH /api/desk/contact/ben': [ben, ada] });
  await press('More for Ada Obi');
  expect(screen.queryByRole('button', { name: /^Move up/u })).toBeNull();
  await press('More for Ben Obi');

  await press('Move up Ben Obi');

  await waitFor(() => expect(sent).toEqual([{ call: 'PATCH /api/desk/contact/ben', body: { place: 0, version: 6 } }]));
});

test('a contact is removed after confirmation, and a refusal keeps the dialog open', async () => {
  const { sent } = open({ 'DELETE /api/desk/contact/ben': refusal(409, 'Someone else changed this.') });
  await press('More for Ben Obi');
  await press('Remove Ben Obi');
  expect(sent).toEqual([]);

  await press(/^Remove contact/u);

  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this.');
  expect(sent).toEqual([{ call: 'DELETE /api/desk/contact/ben?version=6', body: undefined }]);
  expect(isDialogOpen()).toBe(true);
});
