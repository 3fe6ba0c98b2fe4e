// @vitest-environment happy-dom
import { bulkActions, type DeskComplaintSummary } from '@baraza/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { BulkPanel } from './bulk-panel.tsx';
import type { BulkValues } from './bulk-plan.ts';
import type { Bulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

const row = { id: 'c1', mda: { id: 'roads' }, category: { id: 'lamps' }, state: 'received' } as DeskComplaintSummary;

/** Renders the panel with one complaint selected. */
function show(values: BulkValues, rows = [row]) {
  const calls = { choose: vi.fn<(action: Bulk['action']) => void>(), begin: vi.fn<() => void>() };
  const plan = { included: rows, leftOut: new Map() };
  const media = { items: [] };
  const bulk = { ...calls, action: 'reply', values, media, plan, set: () => undefined } as unknown as Bulk;
  renderAtDesk(<BulkPanel bulk={bulk} selection={{ chosen: rows } as unknown as Selection} headingLevel="h1" />);
  return calls;
}

test('the chosen bulk action is marked, and pressing another chooses that', () => {
  const { choose } = show({});
  const actions = screen.getByRole('group', { name: 'Actions for the selected complaints' });
  const buttons = [...actions.querySelectorAll('button[aria-pressed]')];
  const isPressed = buttons.map((button) => button.getAttribute('aria-pressed') === 'true');
  expect(isPressed).toEqual(bulkActions.filter((action) => action !== 'extend').map((action) => action === 'reply'));

  fireEvent.click(buttons[0]!);

  expect(choose).toHaveBeenCalledWith(bulkActions[0]);
});

test('a bulk action begins once its required fields are filled in', () => {
  const form = () => document.querySelector<HTMLFormElement>('#bulk-form')!;
  const empty = show({});
  fireEvent.submit(form());
  expect(empty.begin).not.toHaveBeenCalled();
  cleanup();

  const filled = show({ text: 'Repaired.' });
  fireEvent.submit(form());

  expect(filled.begin).toHaveBeenCalledOnce();
});

test.each([
  ['r', 'reply'],
  ['e', 'resolve'],
  ['a', 'assign'],
  ['t', 'tag'],
])('while complaints are selected the key %s chooses the action %s', (key, action) => {
  const { choose } = show({});

  fireEvent.keyDown(document.body, { key });

  expect(choose).toHaveBeenCalledWith(action);
});

test('Ctrl+Enter in a field of a bulk action begins it', () => {
  const { begin } = show({ text: 'Repaired.' });

  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true });

  expect(begin).toHaveBeenCalledOnce();
});

test.each([
  ['more than 25 complaints', 26, ['lamps']],
  ['several categories', 2, ['lamps', 'holes']],
])('an action on %s wakes its button once their number is typed', (_, count, categories) => {
  const rows = Array.from({ length: count }, (__, index) => ({
    ...row,
    id: `c${index}`,
    category: { id: categories[index % categories.length] },
  })) as DeskComplaintSummary[];
  const { begin } = show({ text: 'Repaired.' }, rows);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: `Reply to ${count}` });
  fireEvent.submit(document.querySelector('#bulk-form')!);
  expect([button.disabled, begin.mock.calls.length]).toEqual([true, 0]);

  fireEvent.change(screen.getByLabelText(`Type ${count} to confirm`), { target: { value: `${count}` } });
  fireEvent.click(button);

  expect(begin).toHaveBeenCalledOnce();
});
