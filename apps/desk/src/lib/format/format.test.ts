import { describe, expect, it } from 'vitest';
import { formatAgo, formatCount, formatDay, formatSpan, formatTime } from './format.ts';

const now = new Date(2024, 4, 8, 10, 0);
const ago = (...at: [number, number, number, number?, number?]) => formatAgo(new Date(...at).toISOString(), now);

describe('days and times', () => {
  it('are those of the place, with zeros in front', () => {
    const local = new Date(2024, 0, 5, 7, 3).toISOString();
    expect([formatDay(local), formatTime(local)]).toEqual(['2024-01-05', '07:03']);
  });
  it('leave a plain day, and what is no date, as they are', () => {
    expect([formatDay('2024-02-29'), formatDay('soon')]).toEqual(['2024-02-29', 'soon']);
  });
  it.each([
    [ago(2024, 4, 8, 10, 3), 'just now'],
    [ago(2024, 4, 8, 9, 59), '1 minute ago'],
    [ago(2024, 4, 8, 8, 0), '2 hours ago'],
    [ago(2024, 4, 7, 10, 0), '1 day ago'],
    [ago(2024, 2, 28), '41 days ago'],
    [ago(2024, 1, 8), '2 months ago'],
    [ago(2021, 4, 1), '3 years ago'],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });
});

it.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [125, '2 h 05 min'],
  [1440, '1 d'],
  [1680, '1 d 4 h'],
  [-1680, '1 d 4 h'],
  [7 * 1440 + 300, '7 d'],
])('writes a span of %i minutes as %s', (minutes, expected) => {
  expect(formatSpan(minutes)).toBe(expected);
});

it('writes large numbers so that they can be read', () => {
  expect(formatCount(4210)).toBe('4,210');
});
