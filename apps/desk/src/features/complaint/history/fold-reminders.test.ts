import { expect, it } from 'vitest';
import { foldReminders } from './fold-reminders.ts';

const steps = (...actions: Parameters<typeof foldReminders>[0][number]['action'][]) =>
  actions.map((action, index) => ({ id: String(index), action }));

it('folds the notices of the clocks that stand together, but for the last', () => {
  const history = steps('submit', 'remind', 'escalate', 'escalate', 'start', 'remind', 'escalate', 'note', 'remind');
  expect([...foldReminders(history)]).toEqual([['3', ['1', '2']]]);
});

it('folds those at the end, where nobody has done anything since', () => {
  expect([...foldReminders(steps('submit', 'remind', 'escalate', 'escalate', 'escalate'))]).toEqual([
    ['4', ['1', '2', '3']],
  ]);
  expect(foldReminders(steps('submit', 'reply')).size).toBe(0);
});
