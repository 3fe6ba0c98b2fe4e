import { describe, expect, it } from 'vitest';
import { formatAgo, formatCount, formatDay, formatSize, formatTime } from './format.ts';

const now = new Date(2024, 4, 8, 10, 0);
const ago = (...at: [number, number, number, number?, number?]) => formatAgo(new Date(...at).toISOString(), now);

describe('formatDay', () => {
  it('formatDay uses the person’s time zone', () => {
    expect(formatDay(new Date(2024, 4, 2, 23, 59).toISOString())).toBe('2024-05-02');
    expect(formatDay('2024-02-29')).toBe('2024-02-29');
  });
  it('formatTime writes leading zeros', () => {
    expect(formatTime(new Date(2024, 0, 5, 7, 3).toISOString())).toBe('07:03');
  });
  it('formatDay returns a text that is no date unchanged', () => {
    expect(formatDay('soon')).toBe('soon');
  });
});

describe('formatAgo', () => {
  it.each([
    [ago(2024, 4, 8, 9, 59), '1 minute ago'],
    [ago(2024, 4, 8, 9, 1), '59 minutes ago'],
    [ago(2024, 4, 8, 8, 0), '2 hours ago'],
    [ago(2024, 4, 7, 23, 0), 'Yesterday'],
    [ago(2024, 4, 2), '6 days ago'],
    [ago(2023, 4, 8), '366 days ago'],
  ])('formatAgo writes %s as “%s”', (text, expected) => {
    expect(text).toBe(expected);
  });
  it('formatAgo says just now for a date in the future, as from a clock that is ahead', () => {
    expect(ago(2024, 4, 8, 10, 3)).toBe('just now');
  });
});

describe('formatSize and formatCount', () => {
  it('formatSize uses the units of phones', () => {
    expect(formatSize(10)).toBe('1 KB');
    expect(formatSize(412 * 1024)).toBe('412 KB');
    expect(formatSize(3.9 * 1024 * 1024)).toBe('3.9 MB');
    expect(formatCount(4210)).toBe('4,210');
  });
});
