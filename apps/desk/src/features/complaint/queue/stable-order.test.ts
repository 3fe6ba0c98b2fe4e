import { describe, expect, it } from 'vitest';
import { holdRows, isNearEnd, neighbour, sameOrder } from './stable-order.ts';

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

it('goes on from where a row stood that has left the list, past others that have left too', () => {
  const before = [row('a'), row('b'), row('c'), row('d')];
  const rows = [row('x'), row('a'), row('d', 'new words')];
  expect(neighbour(rows, 'b', 1, before)).toEqual(row('d', 'new words'));
  expect(neighbour(rows, 'c', -1, before)?.id).toBe('a');
  expect(neighbour([row('a')], 'd', 1, before)).toBeNull();
  expect(neighbour(rows, 'a', 1, before)?.id).toBe('d');
});

it('tells that the end of what is loaded is near', () => {
  const rows = ['a', 'b', 'c'].map((id) => row(id));
  expect(isNearEnd(rows, 'b', 2)).toBe(true);
  expect(isNearEnd(rows, 'a', 2)).toBe(false);
  expect(isNearEnd(rows, 'q', 2)).toBe(false);
});
