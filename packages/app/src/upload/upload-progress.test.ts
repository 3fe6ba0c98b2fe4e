import { describe, expect, it } from 'vitest';
import { partProgress, percentOf, secondsLeft } from './upload-progress.ts';

describe('progress of an upload', () => {
  it('fills the files one after another, after the fields', () => {
    expect(partProgress([100, 200], 0, 320)).toEqual([
      { sent: 0, size: 100, done: false },
      { sent: 0, size: 200, done: false },
    ]);
    expect(partProgress([100, 200], 20, 320)[0]).toEqual({ sent: 0, size: 100, done: false });
    expect(partProgress([100, 200], 70, 320)[0]).toEqual({ sent: 50, size: 100, done: false });
    expect(partProgress([100, 200], 170, 320)).toEqual([
      { sent: 100, size: 100, done: true },
      { sent: 50, size: 200, done: false },
    ]);
    expect(partProgress([100, 200], 320, 320).every((part) => part.done)).toBe(true);
  });

  it('never says more than a file holds', () => {
    expect(partProgress([100], 999, 120)).toEqual([{ sent: 100, size: 100, done: true }]);
    expect(partProgress([], 50, 50)).toEqual([]);
  });

  it('tells whole percents between 0 and 100', () => {
    expect(percentOf(0, 300)).toBe(0);
    expect(percentOf(299, 300)).toBe(99);
    expect(percentOf(300, 300)).toBe(100);
    expect(percentOf(0, 0)).toBe(100);
  });

  it('guesses no time in the first three seconds, nor at either end', () => {
    expect(secondsLeft(2999, 10, 100)).toBeNull();
    expect(secondsLeft(5000, 0, 100)).toBeNull();
    expect(secondsLeft(5000, 100, 100)).toBeNull();
    expect(secondsLeft(5000, 50, 100)).toBe(5);
    expect(secondsLeft(10_000, 25, 100)).toBe(30);
  });
});
