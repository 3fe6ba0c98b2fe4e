import { describe, expect, it } from 'vitest';
import { currentCursor, pageRange, popPage, pushPage, stackOf } from './cursor-stack.ts';

describe('cursor stack', () => {
  it('starts on the first page, whatever the history entry holds', () => {
    for (const state of [null, undefined, 'x', {}, { cursors: 'abc' }, { cursors: ['a', 3] }]) {
      expect(stackOf(state)).toEqual([]);
    }
    expect(currentCursor([])).toBeUndefined();
  });

  it('goes forward by the server’s cursor and back by its own', () => {
    const second = pushPage([], 'a');
    const third = pushPage(second, 'b');
    expect(currentCursor(third)).toBe('b');
    expect(popPage(third)).toEqual(['a']);
    expect(currentCursor(popPage(popPage(third)))).toBeUndefined();
    expect(popPage([])).toEqual([]);
    expect(stackOf({ cursors: third })).toEqual(['a', 'b']);
  });

  it('counts what is shown', () => {
    expect(pageRange([], 10, 10)).toEqual({ from: 1, to: 10 });
    expect(pageRange(['a'], 10, 2)).toEqual({ from: 11, to: 12 });
    expect(pageRange([], 10, 0)).toEqual({ from: 0, to: 0 });
  });
});
