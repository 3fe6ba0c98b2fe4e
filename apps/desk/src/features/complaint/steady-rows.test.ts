import { describe, expect, it } from 'vitest';
import { holdRows, neighbour, sameOrder } from './steady-rows.ts';

const row = (id: string, title = id) => ({ id, title });

describe('rows under the pointer', () => {
  const shown = [row('a'), row('b'), row('c')];

  it('are brought up to date in place', () => {
    const held = holdRows(shown, [row('c'), row('a', 'new words'), row('b')]);
    expect(held).toEqual([row('a', 'new words'), row('b'), row('c')]);
  });

  it('stay when they have left the queue, and nothing pushes in above', () => {
    expect(holdRows(shown, [row('x'), row('b'), row('c')]).map((it) => it.id)).toEqual(['a', 'b', 'c']);
  });

  it('let the next page in at the end', () => {
    const fresh = [row('x'), row('a'), row('b'), row('c'), row('d'), row('e')];
    expect(holdRows(shown, fresh).map((it) => it.id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('take everything when nothing was shown', () => {
    expect(holdRows([], [row('x'), row('y')]).map((it) => it.id)).toEqual(['x', 'y']);
  });
});

it('tells whether the order differs', () => {
  expect(sameOrder([row('a'), row('b')], [row('a', 'z'), row('b')])).toBe(true);
  expect(sameOrder([row('a'), row('b')], [row('b'), row('a')])).toBe(false);
  expect(sameOrder([row('a')], [row('a'), row('b')])).toBe(false);
});

it('finds the neighbours', () => {
  const rows = [row('a'), row('b')];
  expect(neighbour(rows, 'a', 1)?.id).toBe('b');
  expect(neighbour(rows, 'b', 1)).toBeNull();
  expect(neighbour(rows, 'a', -1)).toBeNull();
  expect(neighbour(rows, 'q', 1)).toBeNull();
});
