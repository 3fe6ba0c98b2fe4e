import { expect, it } from 'vitest';
import { foldAlarms } from './fold-alarms.ts';

const steps = (...actions: Parameters<typeof foldAlarms>[0][number]['action'][]) =>
  actions.map((action, index) => ({ id: String(index), action }));

it('folds the notices of the clocks that stand together, but for the last', () => {
  const history = steps('submit', 'remind', 'escalate', 'escalate', 'start', 'remind', 'escalate', 'note', 'remind');
  expect([...foldAlarms(history)]).toEqual([['3', ['1', '2']]]);
});

it('folds those at the end, where nobody has done anything since', () => {
  expect([...foldAlarms(steps('submit', 'remind', 'escalate', 'escalate', 'escalate'))]).toEqual([
    ['4', ['1', '2', '3']],
  ]);
  expect(foldAlarms(steps('submit', 'reply')).size).toBe(0);
});
