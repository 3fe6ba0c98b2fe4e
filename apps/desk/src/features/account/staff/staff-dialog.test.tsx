// @vitest-environment happy-dom
import type { Staff } from '@baraza/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press } from '../../../lib/testing/press.ts';
import { officer, refusal, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import { StaffDialog } from './staff-dialog.tsx';

const roads = { id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b', name: 'Roads' };
const water = { id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5c', name: 'Water' };
const ben = {
  id: '6c1f3c1e-58a3-4a1c-9a35-0d6a2f0c7b11',
  first_name: 'Ben',
  last_name: 'Obi',
  email: 'ben@town.example',
  role: 'officer',
  mda: roads,
  disabled: false,
  waiting: null,
  version: 3,
} as Staff;
const mdas = { 'GET /api/mda': [roads, water] };
const onClose = vi.fn<() => void>();

/** Opens the dialog as an administrator, with these responses. */
function open(staff: Staff | undefined, answers: Record<string, unknown> = {}) {
  const server = stubServer({ ...mdas, ...answers });
  renderAtDesk(<StaffDialog staff={staff} onClose={onClose} />, { ...officer, id: 'me', role: 'administrator' });
  return server;
}

function fillPerson() {
  fill(/^First name/u, 'Efua');
  fill(/^Last name/u, 'Mensah');
  fill(/^Email/u, 'efua@town.example');
}

afterEach(() => vi.clearAllMocks());

test('a role without an MDA shows no MDA field and sends none', async () => {
  const { sent } = open(undefined, { 'POST /api/desk/staff': ben });
  fillPerson();
  fill(/^Role/u, 'officer');
  expect(screen.getByLabelText<HTMLSelectElement>(/^MDA/u).required).toBe(true);
  await screen.findByRole('option', { name: 'Water' });
  fill(/^MDA/u, water.id);
  fill(/^Role/u, 'oversight');
  expect(screen.queryByLabelText(/^MDA/u)).toBeNull();

  await press(/^Create account/u);

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const names = { first_name: 'Efua', last_name: 'Mensah' };
  const body = { ...names, email: 'efua@town.example', role: 'oversight', mda: null };
  expect(sent).toEqual([{ call: 'POST /api/desk/staff', body }]);
});

test('a new account needs a role', async () => {
  const { sent } = open(undefined);
  fillPerson();

  await press(/^Create account/u);

  expect((await screen.findByRole('alert')).textContent).toContain('Role: This field is required.');
  expect(sent).toEqual([]);
});

test('open complaints of staff who leave their MDA can be handed to a colleague', async () => {
  const cover = { openComplaints: 2, colleagues: [{ id: water.id, name: 'Uche Ike', leave: null, openComplaints: 0 }] };
  const { sent, requested } = open(ben, {
    [`GET /api/desk/staff/${ben.id}/cover`]: cover,
    'PATCH /api/desk/staff': { ...ben, waiting: null },
  });
  await screen.findByRole('option', { name: 'Water' });
  expect(screen.queryByLabelText(/^Email/u)).toBeNull();
  expect(requested.some((url) => url.includes(ben.id))).toBe(false);
  fill(/^MDA/u, water.id);
  await screen.findByLabelText(/^Their 2 open complaints go to/u);
  fill(/^Their 2 open/u, water.id);

  await press(/^Save/u);

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const body = { id: ben.id, version: 3, handTo: water.id, first_name: 'Ben', last_name: 'Obi', role: 'officer' };
  expect(sent).toEqual([{ call: 'PATCH /api/desk/staff', body: { ...body, mda: water.id } }]);
});

test('the hand-over field shows the refusal of a colleague who cannot take the complaints', async () => {
  const cover = { openComplaints: 2, colleagues: [{ id: water.id, name: 'Uche Ike', leave: null, openComplaints: 0 }] };
  open(ben, {
    [`GET /api/desk/staff/${ben.id}/cover`]: cover,
    'PATCH /api/desk/staff': refusal(400, 'Check the fields.', {
      fields: { handTo: 'Choose somebody of the same MDA.' },
    }),
  });
  await screen.findByRole('option', { name: 'Water' });
  fill(/^MDA/u, water.id);
  await screen.findByLabelText(/^Their 2 open complaints go to/u);
  fill(/^Their 2 open/u, water.id);

  await press(/^Save/u);

  const field = await screen.findByLabelText(/^Their 2 open complaints go to/u);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(onClose).not.toHaveBeenCalled();
});

test('administrators cannot change their own role', () => {
  open({ ...ben, id: 'me', role: 'administrator', mda: null });

  expect(screen.getByLabelText<HTMLSelectElement>(/^Role/u).disabled).toBe(true);
  expect(screen.getByText('Another administrator can change your role.')).toBeTruthy();
});

test('a failed load of MDAs is reported in the staff dialog', async () => {
  open(ben, { 'GET /api/mda': refusal(503, 'Try again later.') });

  expect(await screen.findByText('The MDAs could not be loaded.')).toBeTruthy();
});
