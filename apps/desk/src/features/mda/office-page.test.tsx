// @vitest-environment happy-dom
import { type AdminMda, limit } from '@baraza/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, isDialogOpen, press } from '../../lib/testing/press.ts';
import { officer, refusal, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import Offices from './office-page.tsx';

const place = { id: 'north', name: 'North', names: {}, active: true, version: 1 };
const roads: AdminMda = {
  id: 'roads',
  name: 'Roads',
  names: {},
  logo: null,
  jurisdictionAllowed: true,
  identityAccess: 'open',
  active: true,
  openComplaints: 3,
  jurisdictions: [place, { ...place, id: 'south', active: false }],
  version: 4,
};
const water: AdminMda = { ...roads, id: 'water', name: 'Water', jurisdictionAllowed: false, active: false };
const get = 'GET /api/desk/mda';
const patch = 'PATCH /api/desk/mda/roads';

/** Opens the page as an administrator, with these responses. */
function open(answers: Record<string, unknown> = {}) {
  const server = stubServer({ [get]: [roads, water], ...answers });
  renderAtDesk(<Offices />, { ...officer, role: 'administrator' });
  return server;
}

const choose = (file: File) => fireEvent.change(screen.getByLabelText(/^Logo/u), { target: { files: [file] } });

test('an MDA row counts jurisdictions in use and open complaints', async () => {
  open();
  await screen.findByRole('table');

  const rows = screen.getAllByRole('row').slice(1);
  const words = rows.map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent));
  expect(words).toEqual([
    ['Roads', '1', '3', 'Active'],
    ['Water', 'Not used', '3', 'Switched off'],
  ]);
});

test('a new MDA gives assignees access to identities by default, and is sent with its logo', async () => {
  const { sent } = open({ [get]: [], 'POST /api/desk/mda': roads });
  expect(await screen.findByText(/^There is no MDA yet/u)).toBeTruthy();
  await press('New MDA');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/u).required).toBe(true);
  fill(/^Name/u, ' Roads ');
  fireEvent.click(screen.getByRole('checkbox'));
  choose(new File(['logo'], 'logo.png'));

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  const body = { name: 'Roads', jurisdictionAllowed: 'true', identityAccess: 'assigned', file: expect.any(File) };
  expect(sent).toEqual([{ call: 'POST /api/desk/mda', body }]);
});

test('a logo over the size limit is not sent', async () => {
  const { sent } = open();
  await press('Edit Roads');
  const large = new File(['logo'], 'logo.png');
  Object.defineProperty(large, 'size', { value: limit.photoBytes + 1 });
  choose(large);

  await press(/^Save/u);

  expect((await screen.findByRole('alert')).textContent).toContain('The logo must not be larger than 3 MB.');
  expect(sent).toEqual([]);
});

test('saving an MDA sends all its fields, and a refused name stays in its field', async () => {
  const { sent } = open({ [patch]: refusal(409, 'There is an MDA with this name already.') });
  await press('Edit Roads');
  fill(/^Name/u, 'Water');

  await press(/^Save/u);

  expect(await screen.findByText('There is an MDA with this name already.')).toBeTruthy();
  const body = { version: '4', name: 'Water', jurisdictionAllowed: 'true', identityAccess: 'open' };
  expect(sent).toEqual([{ call: patch, body }]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/u).value).toBe('Water');
});

test.each([
  ['off', roads, { version: '4', active: 'false' }],
  ['on', water, { version: '4', active: 'true' }],
])('an MDA is switched %s after confirmation', async (way, { id, name }, body) => {
  const call = `PATCH /api/desk/mda/${id}`;
  const { sent } = open({ [call]: roads });
  await press(`More for ${name}`);
  await press(`Switch ${way} ${name}`);
  expect(sent).toEqual([]);

  await press(new RegExp(`^Switch ${way} MDA`, 'u'));

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent).toEqual([{ call, body }]);
});
