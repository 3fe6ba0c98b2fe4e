import { endpointQuery, notify, SubmitForm, useForm } from '@baraza/app';
import { createHoliday, deleteHoliday, listHolidays, NewHoliday, type Holiday } from '@baraza/contract';
import { DateField, Table, type TableColumn, TextField } from '@baraza/ui';
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
          ? t`Days on which your MDA does not work. Timers do not count them, or Saturdays and Sundays.`
          : t`Days on which no MDA works. Timers do not count them, or Saturdays and Sundays. Each MDA can add its own.`
      }
    >
      <NewDay />
      <Loaded query={query}>
        {(data) => (
          <Table caption={t`Days off, from today`} columns={columns} rows={data} empty={t`No days entered yet.`} />
        )}
      </Loaded>
      {open && (
        <ConfirmDialog
          title={t`Make this a working day again?`}
          yes={t`Yes, remove`}
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
