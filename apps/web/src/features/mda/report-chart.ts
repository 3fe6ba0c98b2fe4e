import { type MdaSummary, resolvedInMonth, responseRate } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { longMonths, shortMonths } from '../../lib/format/month-names.ts';

/** Returns twelve points for each line. A month without reports counts 0; a future one has no points. */
export function chartMonths(summary: MdaSummary, now = new Date()) {
  const long = longMonths();
  const present = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return shortMonths().map((name, index) => {
    const month = summary.monthlyComplaints.find((counts) => counts.month === index + 1);
    const isRunning = summary.year * 12 + index === present;
    const fullName = `${long[index] ?? name} ${summary.year}`;
    const names = isRunning ? { name, fullName: t`${fullName}, so far`, isRunning } : { name, fullName };
    const total = month?.totalComplaints ?? 0;
    if (total === 0 && summary.year * 12 + index > present) {
      return { ...names, total: null, resolved: null, unresolved: null };
    }
    const resolved = month ? resolvedInMonth(summary, month) : 0;
    return { ...names, total, resolved, unresolved: total - resolved };
  });
}

/** Whether a month's resolved reports had to be derived from the ratio of the year. */
export function isEstimated(summary: MdaSummary): boolean {
  return summary.monthlyComplaints.some((month) => month.totalComplaints > 0 && month.resolvedComplaints === undefined);
}

/** Describes the chart in one or two sentences, for people who cannot see it. */
export function summaryText(summary: MdaSummary): string {
  const { year } = summary;
  const rate = responseRate({ totalComplaints: summary.totalReports, resolvedComplaints: summary.resolvedReports });
  if (rate === null) return t`No reports in ${year}.`;
  const highest = Math.max(...summary.monthlyComplaints.map((month) => month.totalComplaints));
  const at = summary.monthlyComplaints.find((month) => month.totalComplaints === highest);
  const month = longMonths()[(at?.month ?? 1) - 1] ?? '';
  return t`Highest in ${month} (${highest}). ${rate}% resolved over the year.`;
}
