import { expect, test } from 'vitest';
import { ShownBefore } from './record-view.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));
const look = (minutes: number, sessionId = 'one') => ({ sessionId, at: at(minutes), background: false });

test('only so many are remembered, the newest', () => {
  const before = new ShownBefore(3);
  before.keep(look(0), ['a', 'b']);
  before.keep(look(1), ['a']);
  before.keep(look(2), ['c', 'd']);
  expect(before.missing(look(3), ['a', 'b', 'c', 'd'])).toEqual(['b']);
});

test('a clock that was set back makes nothing known for ever', () => {
  const before = new ShownBefore();
  before.keep(look(0), ['a']);
  expect(before.missing(look(-59), ['a'])).toEqual([]);
  expect(before.missing(look(-60), ['a'])).toEqual(['a']);
});
