import { expect, it } from 'vitest';
import { between } from './use-selection.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  // The row chosen before has left the list.
  ['gone', 'b', ['a', 'b']],
])('from %s to %s lie %j', (from, to, expected) => {
  expect(between(rows, from, to)).toEqual(expected);
});
