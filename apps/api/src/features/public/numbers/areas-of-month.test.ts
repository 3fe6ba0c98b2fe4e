import type { MonthNumbers } from '@baraza/contract/numbers/numbers';
import { openRange, roundCount } from '@baraza/contract/numbers/round-counts';
import { expect, test } from 'vitest';
import { buildMonth } from './build-month.ts';

const [mdas, categories] = [[{ id: 'Water', name: 'Water' }], [{ id: 'Billing', name: 'Billing' }]];
const one = { received: true, due: true, kept: true, reopened: false, days: 3, resolved: true, answer: 'yes' } as const;

/** Builds a month in which these numbers came from areas; the last without one. */
function areasOf(...counts: readonly number[]): MonthNumbers['areas'] {
  const areas = ['Kano', 'Lagos', 'Oyo'].map((name) => ({ code: name, name }));
  const custodies = counts.flatMap((count, at) => {
    const area = areas[at]?.code ?? null;
    return Array.from({ length: count }, () => ({ ...one, mdaId: 'Water', categoryId: 'Billing', area }));
  });
  return buildMonth({ month: '2026-10', publishedAt: new Date(0), mdas, categories, areas, custodies }).areas;
}
const receivedIn = (...counts: readonly number[]) => areasOf(...counts)?.map(({ received }) => received);

test('what areas received is rounded to 5, with all areas alike where nothing came from', () => {
  expect(receivedIn(23, 41, 0, 12)).toEqual([25, 40, 5]);
  expect(receivedIn(0, 0, 0, 0)).toEqual([5, 5, 5]);
});

test('areas are left out where the total would tell the count of one', () => {
  // Published as 100 of 100, the others could have 4 at most.
  expect(receivedIn(102, 0, 0, 0)).toEqual([100, 5, 5]);
  // Published as 10 and 10 of 15, each would have 8 to 9.
  expect(receivedIn(8, 8, 0, 0)).toEqual([]);
});

test('a reader of areas and total cannot narrow what an area received to fewer than five values', () => {
  let told = 0;
  for (let month = 0; month < 400; month += 1) {
    const counts = [7, 13, 29, 31].map((step, at) => (month * step + at) % [9, 14, 60, 11][(month + at) % 4]!);
    const ranges = receivedIn(...counts)!.map(openRange);
    const [, most] = openRange(roundCount(counts.reduce((sum, count) => sum + count, 0)));
    for (const [at, [low, high]] of ranges.entries()) {
      // What came without an area is told by nobody, so that the total bounds the others from above alone.
      const others = ranges.reduce((sum, range, index) => (index === at ? sum : sum + range[0]), 0);
      const highest = Math.min(high, most - others);
      expect({ counts, open: highest - low >= 4 }).toEqual({ counts, open: true });
      expect(counts[at]! >= low && counts[at]! <= highest).toBe(true);
    }
    told += ranges.length;
  }
  expect(told).toBeGreaterThan(300);
});
