import type { Report } from '@baraza/contract';
import LineChart from '@baraza/ui/line-chart';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/format.ts';

/** Shows the months of a report as lines. */
export function MonthChart({ report }: { report: Report }): ReactNode {
  const { months, total } = report;
  const highest = months.reduce((best, month) => (month.received > best.received ? month : best));
  const [received, resolved] = [formatCount(total.received), formatCount(total.resolved)];
  const [peak, month] = [formatCount(highest.received), highest.month];
  return (
    <LineChart
      label={t`Complaints by month`}
      summary={t`${received} came in, ${resolved} of them are resolved. Most came in ${month}: ${peak}.`}
      data={months.map((row) => ({
        name: row.month,
        fullName: row.month,
        total: row.received,
        resolved: row.resolved,
        unresolved: row.received - row.resolved,
      }))}
      words={{
        total: t`Received`,
        resolved: t`Resolved`,
        unresolved: t`Not resolved`,
        month: t`Month`,
        showTable: t`Show as table`,
        hideTable: t`Hide the table`,
      }}
    />
  );
}
