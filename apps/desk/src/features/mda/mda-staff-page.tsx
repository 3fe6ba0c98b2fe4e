import type { MdaStaff } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format/format.ts';
import { Loaded } from '../../lib/page/loaded.tsx';
import { ForRoles, Page } from '../../lib/page/page.tsx';
import { paths } from '../../lib/router/paths.ts';
import { useMdaStaff } from './mda.api.ts';

/** Lists the MDA's staff with their workload, for supervisors. */
export default function MdaStaffPage(): ReactNode {
  return (
    <ForRoles roles={['supervisor']}>
      <Staff />
    </ForRoles>
  );
}

function Staff(): ReactNode {
  const query = useMdaStaff();
  return (
    <Page
      title={t`Our staff`}
      intro={t`Who works on the complaints of the MDA. An administrator adds and changes accounts.`}
    >
      <Loaded query={query} failed={t`The staff could not be loaded.`} loading={t`Loading staff`}>
        {(data) => (
          <>
            <StaffTable staff={data.staff} />
            <p>
              <Link to={paths.queue('unassigned')}>{t`Assigned to nobody: ${formatCount(data.unassigned)}`}</Link>
            </p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function StaffTable({ staff }: { staff: MdaStaff[] }): ReactNode {
  const columns: TableColumn<MdaStaff>[] = [
    {
      key: 'name',
      header: t`Name`,
      rowHeader: true,
      cell: (row) => (
        <>
          <bdi>{row.name}</bdi>
          {(row.left || row.disabled) && (
            <span className="ms-2 text-sm font-semibold text-danger-ink">
              {row.left ? <Trans>Works here no more</Trans> : <Trans>Disabled</Trans>}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'role',
      header: t`Role`,
      cell: (row) => (row.left ? '–' : row.role === 'supervisor' ? t`Supervisor` : t`Officer`),
    },
    {
      key: 'open',
      header: t`Open complaints`,
      align: 'end',
      cell: (row) => {
        const { name } = row;
        return (
          <Link
            to={paths.queueOf(row.id)}
            aria-label={t`Open complaints of ${name}: ${formatCount(row.openComplaints)}`}
          >
            {formatCount(row.openComplaints)}
          </Link>
        );
      },
    },
    {
      key: 'overdue',
      header: t`Overdue`,
      align: 'end',
      cell: (row) =>
        row.overdueComplaints > 0 ? (
          <span className="font-semibold text-danger-ink">{formatCount(row.overdueComplaints)}</span>
        ) : (
          '0'
        ),
    },
  ];
  return <Table caption={t`Our staff`} captionHidden columns={columns} rows={staff} rowKey={(row) => row.id} />;
}
