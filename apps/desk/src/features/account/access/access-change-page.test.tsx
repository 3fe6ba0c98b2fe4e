// @vitest-environment happy-dom
import type { AccessChange } from '@baraza/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { press } from '../../../lib/testing/press.ts';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import AccessChanges from './access-change-page.tsx';

const me = { ...officer, id: 'me', role: 'oversight', mda: null } as typeof officer;
const by = { id: 'ada', name: 'Ada Obi' };
const change: AccessChange = {
  id: 'c1',
  action: 'access',
  subject: { id: 'ben', name: 'Ben Eze', email: 'ben@town.example' },
  role: 'supervisor',
  mda: { id: 'roads', name: 'Roads' },
  disabled: false,
  identityAccess: null,
  by,
  at: '2026-12-01T08:00:00.000Z',
  undoableUntil: null,
  namesFrom: null,
  version: 3,
};
const made = { ...change, undoableUntil: '2026-12-04T08:00:00.000Z' };

test.each([
  ['somebody else asked for', change, ['Confirm Ben Eze', 'Decline Ben Eze']],
  ['the reader asked for', { ...change, by: { ...by, id: me.id } }, ['Withdraw Ben Eze']],
  ['concerns the reader', { ...change, subject: { ...change.subject, id: me.id } }, []],
  ['was made and can be undone', made, ['Undo Ben Eze']],
])('a change of access that %s offers only what the reader may do', async (_, row, expected) => {
  stubServer({ 'GET /api/desk/access-change': [row] });
  renderAtDesk(<AccessChanges />, me);

  const shown = await screen.findByRole('row', { name: /^Ben Eze/u });
  expect(shown.textContent).toContain('Supervisor, Roads');
  const buttons = within(shown).queryAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(expected);
});

test('an undo of a change of access sends the version that was shown', async () => {
  const call = 'POST /api/desk/access-change/c1/undo';
  const { sent } = stubServer({ 'GET /api/desk/access-change': [made], [call]: [] });
  renderAtDesk(<AccessChanges />, me);
  await press('Undo Ben Eze');

  await press(/^Undo change/u);

  await waitFor(() => expect(sent).toEqual([{ call, body: { version: 3 } }]));
});
