import type { MdaSummary } from '@baraza/contract';
import { describe, expect, it } from 'vitest';
import { chartMonths, isEstimated, summaryText } from './report-chart.ts';

const summary = (months: MdaSummary['monthlyComplaints'], total: number, resolved: number): MdaSummary => ({
  mda: { id: 'a', name: 'Travel Documents Office' },
  year: 2024,
  totalReports: total,
  resolvedReports: resolved,
  unResolvedReports: total - resolved,
  monthlyComplaints: months,
});

describe('chartMonths', () => {
  it('without a true count, a month’s resolved complaints follow from the ratio of the year', () => {
    const it = summary([{ month: 3, totalComplaints: 5 }], 10, 5);
    expect(isEstimated(it)).toBe(true);
    expect(chartMonths(it)[2]).toEqual({ name: 'Mar', fullName: 'March 2024', total: 5, resolved: 3, unresolved: 2 });
  });

  it('the chart of a report has twelve months, and true counts where it has them', () => {
    const it = summary([{ month: 12, totalComplaints: 5, resolvedComplaints: 1 }], 5, 1);
    expect(isEstimated(it)).toBe(false);
    expect(chartMonths(it)).toHaveLength(12);
    expect(chartMonths(it)[11]).toMatchObject({ name: 'Dec', total: 5, resolved: 1, unresolved: 4 });
    expect(chartMonths(it)[0]).toMatchObject({ name: 'Jan', total: 0, resolved: 0, unresolved: 0 });
  });

  it('the lines of a report’s chart end with the present month of the server’s calendar', () => {
    const it = summary([{ month: 2, totalComplaints: 4, resolvedComplaints: 1 }], 4, 1);
    const totals = (now: string) => chartMonths(it, new Date(now)).map(({ total }) => total);
    const open = (months: number) => Array.from({ length: months }, () => null);
    expect(totals('2024-03-01T00:30:00Z')).toEqual([0, 4, 0, ...open(9)]);
    expect(totals('2024-02-29T23:30:00-01:00')).toEqual([0, 4, 0, ...open(9)]);
    expect(totals('2024-12-31T23:59:59Z')).toEqual([0, 4, ...Array.from({ length: 10 }, () => 0)]);
    expect(totals('2025-01-01T00:00:00Z')).not.toContain(null);
    // Counted months are past, even if the clock of the device is wrong.
    expect(totals('2024-01-15T00:00:00Z')).toEqual([0, 4, ...open(10)]);
    expect(chartMonths(it, new Date('2024-01-15T00:00:00Z'))[11]).toEqual({
      name: 'Dec',
      fullName: 'December 2024',
      total: null,
      resolved: null,
      unresolved: null,
    });
  });
});

it('the chart of a report labels the present month ‘so far’', () => {
  const it = summary([{ month: 2, totalComplaints: 4, resolvedComplaints: 1 }], 4, 1);
  const months = chartMonths(it, new Date('2024-02-10T00:00:00Z'));
  expect(months[1]).toMatchObject({ fullName: 'February 2024, so far', isRunning: true });
  expect(months.filter((month) => month.isRunning)).toHaveLength(1);
});

describe('summaryText', () => {
  it('the summary of a report names the highest month and the rate of the year', () => {
    const months = [
      { month: 2, totalComplaints: 7, resolvedComplaints: 4 },
      { month: 3, totalComplaints: 22, resolvedComplaints: 15 },
    ];
    expect(summaryText(summary(months, 29, 19))).toBe('Highest in March (22). 66% resolved over the year.');
  });

  it('the summary of a report without complaints says so instead of giving a rate', () => {
    expect(summaryText(summary([], 0, 0))).toBe('No reports in 2024.');
  });
});
