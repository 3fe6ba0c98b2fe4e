import { endpointQuery, errorText, notify, SubmitForm, useForm } from '@baraza/app';
import {
  createHoliday,
  deleteHoliday,
  getWeekend,
  type Holiday,
  listHolidays,
  NewHoliday,
  setWeekend,
  type Weekend,
  weekends,
} from '@baraza/contract';
import { DateField, SelectField, Table, type TableColumn, TextField } from '@baraza/ui';
import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { ConfirmDialog } from '../../lib/form/edit-dialog.tsx';
import { DayText } from '../../lib/format/date-text.tsx';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';
import { RowMenu } from '../../lib/list/row-acts.tsx';
import { useMe } from '../../lib/api/session.tsx';

/** Manages days off: a supervisor's for their MDA, an administrator's for all. */
export default forRoles(['supervisor', 'administrator'], Calendar);

function Calendar() {
  const { role } = useMe();
  const query = useQuery(endpointQuery(listHolidays));
  const remove = useEndpoint(deleteHoliday, listHolidays);
  const [open, setOpen] = useState<Holiday | null>(null);
  const isSupervisor = role === 'supervisor';
  const columns: TableColumn<Holiday>[] = [
    { header: t`Day`, rowHeader: true, cell: (row) => <DayText at={row.day} /> },
    { header: t`Name`, cell: (row) => <bdi>{row.name}</bdi> },
    { header: t`Where`, cell: (row) => (row.everywhere ? t`All MDAs` : t`Our MDA`) },
    {
      header: t`Change`,
      narrow: 'end',
      cell: (row) =>
        row.everywhere && isSupervisor ? (
          '–'
        ) : (
          <RowMenu name={`${row.name}, ${row.day}`} acts={[{ text: t`Remove`, act: () => setOpen(row) }]} />
        ),
    },
  ];
  return (
    <Page
      title={t`Calendar`}
      intro={
        isSupervisor
          ? t`Days on which your MDA does not work. Timers do not count them, or weekends.`
          : t`Days on which no MDA works. Timers do not count them, or weekends. Each MDA can add its own.`
      }
    >
      {isSupervisor && <OwnWeekend />}
      <NewDay />
      <Loaded query={query}>
        {(data) => (
          <Table caption={t`Days off, from today`} columns={columns} rows={data} empty={t`No days entered yet.`} />
        )}
      </Loaded>
      {open && (
        <ConfirmDialog
          title={t`Make this a working day again?`}
          yes={t`Remove day off`}
          tone="danger"
          act={() => remove.mutateAsync({ params: { id: open.id } })}
          doneText={t`Day off removed.`}
          onClose={() => setOpen(null)}
        >
          <bdi>{open.name}</bdi>, <DayText at={open.day} />
        </ConfirmDialog>
      )}
    </Page>
  );
}

/** Names the days of a weekend; 2023-01-01 was a Sunday. */
function weekendWord(weekend: Weekend): string {
  const name = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' });
  const days = weekend.split(',').map((day) => 1 + ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].indexOf(day));
  return new Intl.ListFormat(i18n.locale).format(days.map((day) => name.format(Date.UTC(2023, 0, day))));
}

function OwnWeekend() {
  const { data } = useQuery(endpointQuery(getWeekend));
  const save = useEndpoint(setWeekend, getWeekend);
  if (!data) return null;
  const change = (value: string) => {
    const weekend = weekends.find((each) => each === value) ?? null;
    save.mutate(
      { body: { weekend, version: data.version } },
      {
        onSuccess: () => notify.success(t`Weekend changed. Due dates follow within a minute.`),
        onError: (error) => notify.error(errorText(error)),
      },
    );
  };
  return (
    <SelectField
      id="weekend"
      fieldClassName="max-w-100"
      label={t`Weekend of your MDA`}
      value={data.weekend ?? ''}
      disabled={save.isPending}
      onChange={(event) => change(event.target.value)}
      options={[
        { value: '', label: t`As everywhere: ${weekendWord(data.usual)}` },
        ...weekends.map((value) => ({ value, label: weekendWord(value) })),
      ]}
    />
  );
}

function NewDay() {
  const add = useEndpoint(createHoliday, listHolidays);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const initial = { name: '', from: '', to: '' };
  const form = useForm({
    schema: NewHoliday,
    initial,
    labels: { name: t`Name of the day`, from: t`Day`, to: t`Last day` },
    submit: async (values) => {
      await add.mutateAsync({ body: values });
      const count = (Date.parse(values.to || values.from) - Date.parse(values.from)) / 86_400_000 + 1;
      notify.success(t`${plural(count, { one: '# day entered.', other: '# days entered.' })}`);
      form.reset(initial);
    },
  });
  return (
    <SubmitForm form={form} yes={t`Add to the calendar`} narrow className="sheet p-4 m:p-5">
      <div className="grid items-start gap-4 l:grid-cols-[2fr_1fr_1fr]">
        <TextField {...form.field('name')} autoComplete="off" required />
        <DateField {...form.field('from')} min={today} required />
        <DateField {...form.field('to')} min={form.values.from || today} optionalText={t`(if several days)`} />
      </div>
    </SubmitForm>
  );
}
