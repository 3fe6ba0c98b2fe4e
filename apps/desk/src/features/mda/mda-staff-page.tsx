import { listMdaStaff, type MdaStaff } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery, formatCount, Link } from '@baraza/app';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';
import { LeaveDialog, LeaveText } from '../../lib/leave/leave-dialog.tsx';
import { Bar } from '../../lib/list/bar.tsx';
import { CountLink } from '../../lib/list/count-link.tsx';
import { RowAct } from '../../lib/list/row-acts.tsx';
import { paths } from '../../lib/router/paths.ts';

/** Lists the MDA's staff with their workload, for supervisors. */
export default forRoles(['supervisor'], Staff);

function Staff() {
  const [person, setPerson] = useState<MdaStaff | null>(null);
  const query = useQuery({ ...endpointQuery(listMdaStaff), refetchInterval: 60_000 });
  const most = Math.max(1, ...(query.data?.staff ?? []).map((row) => row.openComplaints));
  const columns: TableColumn<MdaStaff>[] = [
    {
      header: t`Name`,
      rowHeader: true,
      order: (row) => row.name,
      cell: (row) => (
        <>
          <bdi>{row.name}</bdi>
          {(row.left || row.disabled) && (
            <span className="ms-2 text-sm text-ink-2">{row.left ? t`No longer works here` : t`Disabled`}</span>
          )}
          <LeaveText leave={row.leave} />
        </>
      ),
    },
    { header: t`Role`, cell: (row) => (row.left ? '–' : row.role === 'supervisor' ? t`Supervisor` : t`Officer`) },
    {
      header: t`Open complaints`,
      align: 'end',
      order: (row) => row.openComplaints,
      cell: ({ id, name, openComplaints }) => (
        <Bar value={openComplaints} most={most}>
          <CountLink
            count={openComplaints}
            queue="open"
            filters={{ assignee: id }}
            label={t`Open complaints of ${name}`}
          />
        </Bar>
      ),
    },
    {
      header: t`Overdue`,
      align: 'end',
      order: (row) => row.overdueComplaints,
      cell: ({ id, name, overdueComplaints }) => (
        <CountLink
          count={overdueComplaints}
          queue="overdue"
          filters={{ assignee: id }}
          label={t`Overdue complaints of ${name}`}
          className="font-semibold text-danger-ink"
        />
      ),
    },
    {
      header: t`Leave`,
      narrow: 'end',
      cell: (row) =>
        !row.left &&
        !row.disabled && (
          <RowAct name={row.name} onClick={() => setPerson(row)} text={row.leave ? t`Change leave` : t`Set leave`} />
        ),
    },
  ];
  return (
    <Page
      title={t`Our staff`}
      intro={t`Staff who work on the complaints of your MDA. An administrator adds and changes accounts.`}
    >
      <Loaded query={query}>
        {(data) => (
          <>
            <Table caption={t`Our staff`} captionHidden columns={columns} rows={data.staff} />
            <p>
              <Link to={paths.queue('unassigned')}>{t`Unassigned: ${formatCount(data.unassigned)}`}</Link>
            </p>
          </>
        )}
      </Loaded>
      {person && <LeaveDialog person={person} onClose={() => setPerson(null)} />}
    </Page>
  );
}
