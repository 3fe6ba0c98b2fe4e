import { ApiError, type getReport, type InputOf, type Report } from '@baraza/contract';
import { Button, DateField, SelectField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type FormEvent } from 'react';
import { useMe } from '../../lib/api/session.tsx';
import { say } from '@baraza/app';
import { useMdas } from '../../lib/api/choices.ts';

export type ReportQuery = NonNullable<InputOf<typeof getReport>['query']>;

type ReportFilterProps = {
  report: Report | undefined;
  reportQuery: ReportQuery;
  error: unknown;
  onAsk: (next: Record<string, string>) => void;
};

/** Filters the report by dates and, for oversight, by MDA. */
export function ReportFilter({ report, reportQuery, error, onAsk }: ReportFilterProps) {
  const { role } = useMe();
  const mdas = useMdas(role === 'oversight');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const shown = {
    from: typed['from'] ?? reportQuery.from ?? report?.from ?? '',
    to: typed['to'] ?? reportQuery.to ?? report?.to ?? '',
    mda: typed['mda'] ?? reportQuery.mda ?? '',
  };
  const wrong = error instanceof ApiError ? error.fields : {};
  const field = (name: keyof typeof shown) => ({
    value: shown[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
    error: wrong[name] === undefined ? undefined : say(wrong[name]),
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
          options={mdas.data?.map((mda) => ({ value: mda.id, label: mda.name }))}
          fieldClassName="min-w-0 max-w-full"
        />
      )}
      <Button type="submit" variant="primary">
        {t`Show`}
      </Button>
    </form>
  );
}
