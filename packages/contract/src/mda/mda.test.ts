import { describe, expect, test } from 'vitest';
import { resolvedInMonth, responseRate, type MdaSummary } from './mda.ts';

function summaryOf(totalReports: number, resolvedReports: number): MdaSummary {
  const unResolvedReports = totalReports - resolvedReports;
  return {
    mda: { id: '1', name: 'Water' },
    year: 2026,
    totalReports,
    resolvedReports,
    unResolvedReports,
    monthlyComplaints: [],
  };
}

describe('resolved in a month', () => {
  test('a month shows its true count of resolved complaints, also when it is 0', () => {
    const summary = summaryOf(10, 5);
    expect(resolvedInMonth(summary, { month: 1, totalComplaints: 4, resolvedComplaints: 3 })).toBe(3);
    expect(resolvedInMonth(summary, { month: 1, totalComplaints: 4, resolvedComplaints: 0 })).toBe(0);
  });
  test.each([
    [4, 10, 5, 2],
    [5, 10, 5, 3],
    [1, 3, 1, 0],
    [2, 3, 1, 1],
    [7, 7, 7, 7],
    [0, 10, 5, 0],
    [0, 0, 0, 0],
  ])(
    'without a true count, a month of %i, with %i in all and %i resolved, shows %i',
    (month, total, resolved, expected) => {
      expect(resolvedInMonth(summaryOf(total, resolved), { month: 1, totalComplaints: month })).toBe(expected);
    },
  );
});

test.each([
  [0, 0, null],
  [4, 0, 0],
  [3, 1, 33],
  [3, 2, 67],
  [5, 5, 100],
])('%i complaints of which %i are resolved have the rate %s', (totalComplaints, resolvedComplaints, rate) => {
  expect(responseRate({ totalComplaints, resolvedComplaints })).toBe(rate);
});
