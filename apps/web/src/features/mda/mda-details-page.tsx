import {
  BackButton,
  endpointQuery,
  formatCount,
  Heading,
  lazyPart,
  LoadError,
  Loading,
  useDataInSteps,
  useParams,
  say,
} from '@baraza/app';
import { getMdaSummary, type MdaSummary } from '@baraza/contract';
import { StatCard } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/router/paths.ts';
import { chartMonths, isEstimated, summaryText } from './report-chart.ts';

const LineChart = lazyPart(() => import('@baraza/ui/line-chart'), {
  waiting: <Loading />,
});

export default function MdaDetailsPage() {
  const { id = '' } = useParams();
  const query = useQuery(endpointQuery(getMdaSummary, { params: { id } }));
  const summary = useDataInSteps(query);
  return (
    <div className="grid gap-5">
      <div>
        <BackButton fallback={paths.mdas} />
        {summary ? (
          <Heading title={say(summary.mda.name)}>
            <bdi>{say(summary.mda.name)}</bdi>
          </Heading>
        ) : (
          <Heading title={t`Monthly Report`} />
        )}
      </div>
      {!summary && !query.isError && <Loading />}
      {query.isError && <LoadError title={t`The report could not be loaded.`} query={query} />}
      {summary && <Report summary={summary} />}
    </div>
  );
}

function Report({ summary }: { summary: MdaSummary }) {
  const { year } = summary;
  return (
    <>
      <div className="grid gap-4 m:grid-cols-3">
        <StatCard label={t`Total Reports`} value={formatCount(summary.totalReports)} icon="complaint" />
        <StatCard
          label={t`Total Resolved Reports`}
          value={formatCount(summary.resolvedReports)}
          icon="check"
          tone="resolved"
        />
        <StatCard
          label={t`Total Unresolved Reports`}
          value={formatCount(summary.unResolvedReports)}
          icon="clock"
          tone="unresolved"
        />
      </div>
      {/* As high as the chart, so that nothing moves when it loads. */}
      <div className="min-h-140">
        <LineChart
          label={t`Monthly reports, ${year}`}
          summary={summaryText(summary)}
          data={chartMonths(summary)}
          words={{
            total: t`Total Reports`,
            resolved: t`Resolved Reports`,
            unresolved: t`Unresolved Reports`,
            month: t`Month`,
            showTable: t`Show as table`,
            hideTable: t`Hide the table`,
          }}
          note={
            isEstimated(summary)
              ? t`The resolved reports of each month are estimated from the rate of the whole year.`
              : t`Each month shows the reports sent in that month, and how many of them have been resolved so far.`
          }
        />
      </div>
    </>
  );
}
