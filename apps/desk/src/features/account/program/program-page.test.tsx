// @vitest-environment happy-dom
import type { Program } from '@baraza/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, fill, press } from '../../../lib/testing/press.ts';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import Programs from './program-page.tsx';

const me = { ...officer, id: 'me', role: 'supervisor' } as typeof officer;
const program: Program = {
  id: 'p1',
  name: 'Register',
  role: 'officer',
  mda: { id: 'roads', name: 'Roads' },
  contact: { id: 'ben', name: 'Ben Eze' },
  requestedBy: { id: 'ada', name: 'Ada Obi' },
  requestedAt: '2026-12-01T08:00:00.000Z',
  confirmedBy: null,
  endedBy: null,
  state: 'waiting',
  mayConfirm: true,
  prefix: 'brz_0a1b2c3d',
  scopes: ['complaint:read', 'event:read'],
  expiresAt: '2027-03-01T23:59:59.999Z',
  lastUsedAt: null,
  url: null,
  types: [],
  failingSince: null,
};
const active: Program = { ...program, state: 'active', mayConfirm: false };

test.each([
  ['waits for the reader', program, 'Waits for a second person', ['Confirm Register', 'Decline Register']],
  ['works', active, 'Works until', ['End Register']],
  ['lost its person of contact', { ...active, state: 'contact-left' as const }, 'has left', ['End Register']],
  ['was ended', { ...active, state: 'ended' as const, endedBy: program.contact }, 'Ended by Ben Eze', []],
])('a program that %s says so and offers only what the reader may do', async (_, row, state, expected) => {
  stubServer({ 'GET /api/desk/program': [row] });
  renderAtDesk(<Programs />, me);

  const shown = await screen.findByRole('row', { name: /^Register/u });
  expect(shown.textContent).toContain('Read complaints, Follow events');
  expect(shown.textContent).toContain(state);
  const buttons = within(shown).queryAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(expected);
});

test('a token that was asked for is shown once, to be copied', async () => {
  const call = 'POST /api/desk/token';
  const { sent } = stubServer({ 'GET /api/desk/program': [], [call]: { program, token: 'brz_0a1b2c3d_secret' } });
  renderAtDesk(<Programs />, me);
  await press('Request a token');
  fill(/Name of the program/u, 'Register');
  fill(/Last day/u, '2027-03-01');
  fireEvent.click(field('Follow events'));

  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Request/u }));

  expect(await screen.findByText('brz_0a1b2c3d_secret')).toBeTruthy();
  const body = { name: 'Register', scopes: ['complaint:read', 'event:read'], expires: '2027-03-01' };
  await waitFor(() => expect(sent).toEqual([{ call, body }]));
});

test('a webhook is asked for with the events that were chosen', async () => {
  const call = 'POST /api/desk/webhook';
  const { sent } = stubServer({ 'GET /api/desk/program': [], [call]: { program, secret: 'whsec_x' } });
  renderAtDesk(<Programs />, me);
  await press('Request a webhook');
  fill(/Name of the program/u, 'Register');
  fill(/Address that gets/u, 'https://register.example/');
  fireEvent.click(field('complaint.reply'));
  fireEvent.click(field('complaint.resolve'));
  fireEvent.click(field('complaint.reply'));

  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Request/u }));

  const body = { name: 'Register', url: 'https://register.example/', types: ['complaint.resolve'] };
  await waitFor(() => expect(sent).toEqual([{ call, body }]));
});
