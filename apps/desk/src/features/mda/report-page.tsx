import { endpointQuery, formatCount, LoadError, notify, useSearchParams, say } from '@baraza/app';
import { exportReport, getReport, measuredMin, type Report, ApiError, type InputOf } from '@baraza/contract';
import { Button, CardSkeleton, SkeletonList, StatCard, DateField, SelectField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, type FormEvent } from 'react';
import { useMdas, useDownload } from '../../lib/api/use-endpoint.ts';
import { useMe } from '../../lib/api/session.tsx';
import { toOptions } from '../../lib/form/to-options.ts';
import { CountLink } from '../../lib/list/count-link.tsx';
import { sourceWord } from '../../lib/format/source-word.ts';
import { DayText } from '../../lib/format/date-text.tsx';
import { forRoles, Page } from '../../lib/page/page.tsx';
import {
  areForLines,
  BacklogTable,
  figure,
  KeptTable,
  MeasureTable,
  MonthChart,
  MonthTable,
  OfficerTable,
  percentage,
} from './report-tables.tsx';

/** Reports how complaints were handled: a supervisor's MDA; for oversight, one or all. */
export default forRoles(['supervisor', 'oversight'], ReportView);

function ReportView(): ReactNode {
  const [params, setParams] = useSearchParams();
  const param = (name: string) => params.get(name) ?? undefined;
  const reportQuery: ReportQuery = { from: param('from'), to: param('to'), mda: param('mda') };
  const query = useQuery({ ...endpointQuery(getReport, { query: reportQuery }), placeholderData: keepPreviousData });
  const saving = useDownload(exportReport);
  const save = () => saving.mutate({ query: reportQuery }, { onError: notify.failure });
  const ask = (next: Record<string, string>) =>
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  return (
    <Page
      title={t`Report`}
      intro={t`Complaints received in this period, as they stand today. Dates are in UTC.`}
      action={
        <Button icon="download" loading={saving.isPending} loadingText={t`Preparing`} onClick={save}>
          {t`Export as CSV`}
        </Button>
      }
    >
      <ReportFilter
        key={params.toString()}
        report={query.data}
        reportQuery={reportQuery}
        error={query.error}
        onAsk={ask}
      />
      {query.isError ? (
        <LoadError title={t`The report could not be prepared.`} query={query} />
      ) : query.data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-busy={query.isPlaceholderData || undefined}>
          <Figures report={query.data} />
        </div>
      ) : (
        <SkeletonList label={t`Preparing the report`} count={3}>
          <CardSkeleton lines={2} />
        </SkeletonList>
      )}
    </Page>
  );
}

function Figures({ report }: { report: Report }): ReactNode {
  const { total, mda } = report;
  const before = report.yearBefore.total;
  const { role } = useMe();
  const days = `${report.from}..${report.to}`;
  const of: Record<string, string> = role === 'oversight' && mda ? { mda: mda.id } : {};
  const filed = { ...of, filed: days };
  const linked = (label: string, queue: string, count: number) => (
    <CountLink count={count} queue={queue} filters={filed} label={label} />
  );
  const { confirmed } = total;
  const { answers } = total.satisfaction;
  return (
    <>
      <p role="status" className="font-semibold">
        {mda ? <bdi>{say(mda.name)}</bdi> : t`All MDAs`}, <DayText at={report.from} /> – <DayText at={report.to} />
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-3 l:grid-cols-3">
        <StatCard
          label={compared(t`Received`, formatCount(before.received))}
          value={linked(t`Received`, 'received', total.received)}
        />
        <StatCard
          label={compared(t`Resolved`, formatCount(before.resolved))}
          value={linked(t`Resolved`, 'resolved', total.resolved)}
          tone="resolved"
        />
        <StatCard label={t`Still open`} value={linked(t`Still open`, 'open', total.open)} tone="unresolved" />
        <StatCard label={t`Open and late`} value={linked(t`Open and late`, 'overdue', total.late)} tone="unresolved" />
        {confirmed && (
          <StatCard
            label={compared(
              t`Confirmed as solved, of ${formatCount(confirmed.answered)} who answered (${confirmed.worst} to ${confirmed.best}% of all)`,
              percentage(before.confirmed?.rate ?? null),
            )}
            value={percentage(confirmed.rate)}
            tone="resolved"
          />
        )}
        {total.reopenRate !== null && (
          <StatCard
            label={compared(t`Re-opened after being resolved`, percentage(before.reopenRate))}
            value={percentage(total.reopenRate)}
            tone="unresolved"
          />
        )}
        {answers !== null && (
          <StatCard
            label={compared(
              t`Satisfaction out of 5 (${formatCount(answers)} answers)`,
              figure(before.satisfaction.mean),
            )}
            value={figure(total.satisfaction.mean)}
          />
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 l:grid-cols-2">
        <KeptTable report={report} />
        {report.backlog && <BacklogTable backlog={report.backlog} of={of} />}
      </div>
      <p className="text-ink-2">
        <Trans>
          A dash stands for a figure based on fewer than {measuredMin} complaints, or one that would reveal another
          hidden figure. This protects the people behind them.
        </Trans>
      </p>
      {areForLines(report.months) && <MonthChart report={report} />}
      <MonthTable report={report} of={of} />
      <MeasureTable
        caption={t`By category`}
        name={t`Category`}
        rows={report.categories.map((row) => ({ ...row, name: say(row.name) }))}
        behind={(category) => ({ ...filed, category })}
      />
      {mda && <OfficerTable officers={report.officers} days={days} of={of} />}
      {report.units.length > 0 && (
        <MeasureTable
          caption={t`By unit`}
          name={t`Unit`}
          rows={withNone(report.units, t`No unit`)}
          behind={(unit) => ({ ...filed, unit })}
        />
      )}
      {report.areas.length > 0 && (
        <MeasureTable
          caption={t`By area`}
          name={t`Area`}
          rows={withNone(report.areas, t`No area`)}
          behind={(area) => ({ ...filed, area })}
        />
      )}
      {report.sources.length > 1 && (
        <MeasureTable
          caption={t`By how they were filed`}
          name={t`Filed by`}
          rows={report.sources.map(({ id, measures }) => ({ id, name: sourceWord(id), measures }))}
          behind={(source) => ({ ...filed, source })}
        />
      )}
    </>
  );
}

function compared(label: string, yearBefore: string): ReactNode {
  return (
    <span>
      {label}
      {yearBefore !== '–' && <span className="block text-sm">{t`A year before: ${yearBefore}`}</span>}
    </span>
  );
}

/** Names the row of complaints without any. */
const withNone = (rows: Report['units'], none: string) =>
  rows.map(({ id, name, measures }) => ({ id: id ?? 'none', name: name ?? none, measures }));

type ReportQuery = NonNullable<InputOf<typeof getReport>['query']>;

type ReportFilterProps = {
  report: Report | undefined;
  reportQuery: ReportQuery;
  error: unknown;
  onAsk: (next: Record<string, string>) => void;
};

/** Filters the report by dates and, for oversight, by MDA. */
function ReportFilter({ report, reportQuery, error, onAsk }: ReportFilterProps) {
  const { role } = useMe();
  const mdas = useMdas(role === 'oversight');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const shown = {
    from: typed['from'] ?? reportQuery.from ?? report?.from ?? '',
    to: typed['to'] ?? reportQuery.to ?? report?.to ?? '',
    mda: typed['mda'] ?? reportQuery.mda ?? '',
  };
  const fieldErrors = error instanceof ApiError ? error.fields : {};
  const field = (name: keyof typeof shown) => ({
    value: shown[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
    error: fieldErrors[name] === undefined ? undefined : say(fieldErrors[name]),
    errorPrefix: t`Error:`,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onAsk(shown);
  };
  return (
    <form noValidate className="sheet flex flex-wrap items-end gap-4 p-4" onSubmit={onSubmit}>
      <DateField
        {...field('from')}
        label={t`From`}
        fieldClassName="min-w-[min(100%,11rem)]"
        max={shown.to || undefined}
      />
      <DateField
        {...field('to')}
        label={t`To`}
        fieldClassName="min-w-[min(100%,11rem)]"
        min={shown.from || undefined}
      />
      {role === 'oversight' && (
        <SelectField
          {...field('mda')}
          label={t`MDA`}
          placeholder={t`All MDAs`}
          options={toOptions(mdas.data)}
          fieldClassName="min-w-0 max-w-full"
        />
      )}
      <Button type="submit" variant="primary">
        {t`Show`}
      </Button>
    </form>
  );
}
