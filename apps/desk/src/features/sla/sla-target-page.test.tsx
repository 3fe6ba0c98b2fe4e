// @vitest-environment happy-dom
import type { Targets } from '@baraza/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, fill, isDialogOpen, press } from '../../lib/testing/press.ts';
import { officer, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import TargetList from './sla-target-page.tsx';

const roads = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const targets: Targets = {
  defaults: { acknowledge: 2, reply: 5, resolve: 20 },
  mda: null,
  categories: [
    {
      category: { id: roads, name: 'Roads' },
      own: { id: 't1', targets: { acknowledge: 1, reply: 3, resolve: 9 }, version: 4 },
    },
    { category: { id: 'water', name: 'Water' }, own: null },
  ],
  emergency: { defaults: { acknowledge: 1, reply: 4, resolve: 48 }, own: null },
};
const get = 'GET /api/desk/target';
const put = 'PUT /api/desk/target';

/** Opens the targets as a supervisor, with these responses. */
function open(answers: Record<string, unknown> = {}) {
  const server = stubServer({ [get]: targets, ...answers });
  renderAtDesk(<TargetList />, { ...officer, role: 'supervisor' });
  return server;
}

async function rows() {
  await screen.findByRole('table');
  const [, ...lines] = screen.getAllByRole('row');
  return lines.map((row) => [...row.children].slice(0, 5).map(({ textContent }) => textContent));
}

test('SLA targets of a category fall back to those of the MDA, then to the default', async () => {
  open();
  expect(await rows()).toEqual([
    ['Emergencies', '1 h', '4 h', '48 h', 'Default'],
    ['All other categories', '2', '5', '20', 'Default'],
    ['Roads', '1', '3', '9', 'Own'],
    ['Water', '2', '5', '20', 'Default'],
  ]);
  expect(screen.getAllByRole('button', { name: /^Use the default/u })).toHaveLength(1);
  cleanup();

  open({ [get]: { ...targets, mda: { id: 't0', targets: { acknowledge: 4, reply: 6, resolve: 8 }, version: 1 } } });

  expect((await rows()).map((row) => row.slice(1).join(' '))).toEqual([
    '1 h 4 h 48 h Default',
    '4 6 8 Own',
    '1 3 9 Own',
    '4 6 8 Default',
  ]);
});

test('SLA targets are sent as numbers, with their category and the version shown', async () => {
  const { sent } = open({ [put]: targets });
  await press('Edit Roads');
  expect([field(/^Start/u).value, field(/^Start/u).required]).toEqual(['1', true]);
  fill(/^Resolve/u, ' 12 ');

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent).toEqual([{ call: put, body: { category: roads, acknowledge: 1, reply: 3, resolve: 12, version: 4 } }]);
});

test('SLA targets of all other categories are sent without a category', async () => {
  const { sent } = open({ [put]: targets });
  await press('Edit All other categories');
  fill(/^Resolve/u, '30');

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent[0]?.body).toEqual({ category: null, acknowledge: 2, reply: 5, resolve: 30, version: 0 });
});

test.each([
  ['', 'First reply: This field is required.'],
  ['0', 'First reply: Invalid input.'],
  ['2.5', 'First reply: Invalid input.'],
  ['10', 'Resolve: Each step needs at least as much time as the one before it.'],
])('a first-reply target of "%s" days is refused: %s', async (days, words) => {
  const { sent } = open();
  await press('Edit Roads');
  fill(/^First reply/u, days);

  await press(/^Save/u);

  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(sent).toEqual([]);
});

test('going back to the default SLA targets asks for confirmation', async () => {
  const { sent } = open({ 'DELETE /api/desk/target/t1': targets });
  await press('Use the default Roads');
  expect(sent).toEqual([]);

  await press(/^Remove own targets/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent).toEqual([{ call: 'DELETE /api/desk/target/t1?version=4', body: undefined }]);
});

test('emergencies have hours of their own', async () => {
  const { sent } = open({ [put]: targets });
  await press('Edit Emergencies');
  fill(/^Resolve/u, '24');

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  const hours = { acknowledge: 1, reply: 4, resolve: 24 };
  expect(sent[0]?.body).toEqual({ ...hours, category: null, emergency: true, version: 0 });
});
