import type { HistoryEntry } from '@baraza/contract';
import { expect, test } from 'vitest';
import { foldSteps, openingStep } from './fold-steps.ts';

const history = (...actions: HistoryEntry['action'][]) =>
  actions.map((action, index) => ({ id: String(index), action }));

test('reminders and escalations in a row are shown as one group', () => {
  const groups = foldSteps(history('submit', 'remind', 'escalate', 'escalate', 'note', 'remind'));

  expect(groups.map((group) => group.length)).toEqual([1, 3, 1, 1]);
});

test.each([
  ['a new complaint opens at its filing', history('submit', 'remind', 'escalate'), '0'],
  ['an answer without a reply stays in view behind notes', history('submit', 'ask', 'answer', 'note', 'remind'), '2'],
  ['once answered, the complaint opens at its newest step', history('submit', 'reply', 'note', 'escalate'), '2'],
])('%s', (_, steps, id) => {
  expect(openingStep(steps)?.id).toBe(id);
});
