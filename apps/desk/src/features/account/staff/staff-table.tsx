import type { Staff } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EmailText } from '../../../lib/format/email-text.tsx';
import { RowAct, RowActs } from '../../../lib/list/row-acts.tsx';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { roleWord } from '../../../lib/format/role-words.ts';
import { WaitingText } from './staff-confirmation.tsx';

export type StaffAction = 'edit' | 'leave' | 'switch' | 'invite' | 'sign-out' | 'mfa' | 'confirm' | 'decline';
type StaffTableProps = { staff: Staff[]; onAct: (action: StaffAction, staff: Staff) => void };

/** Lists accounts with their actions. Nobody can lock themselves out here. */
export function StaffTable({ staff, onAct }: StaffTableProps): ReactNode {
  const me = useMe();
  const columns: TableColumn<Staff>[] = [
    { header: t`Name`, rowHeader: true, cell: (row) => <Person staff={row} /> },
    { header: t`Role`, cell: (row) => roleWord(row.role) },
    { header: t`MDA`, cell: (row) => (row.mda ? <bdi>{row.mda.name}</bdi> : '–') },
    {
      header: t`Account`,
      cell: (row) => <AccountState staff={row} />,
    },
    { header: t`Two-step sign-in`, cell: (row) => (row.mfa ? t`On` : t`Off`) },
    {
      header: t`Change`,
      cell: (row) => (
        // As wide as what can be done to most accounts takes on one line.
        <RowActs className="min-[78rem]:min-w-70">
          <RowAct name={fullName(row)} onClick={() => onAct('edit', row)}>
            <Trans>Edit</Trans>
          </RowAct>
          {row.waiting && (
            <>
              {row.waiting.by.id !== me.id && row.id !== me.id && (
                <RowAct name={fullName(row)} variant="primary" onClick={() => onAct('confirm', row)}>
                  <Trans>Confirm</Trans>
                </RowAct>
              )}
              <RowAct name={fullName(row)} variant="danger-quiet" onClick={() => onAct('decline', row)}>
                {row.waiting.by.id === me.id ? <Trans>Withdraw</Trans> : <Trans>Decline</Trans>}
              </RowAct>
            </>
          )}
          {row.mda && !row.disabled && (
            <RowAct name={fullName(row)} onClick={() => onAct('leave', row)}>
              <Trans>Leave</Trans>
            </RowAct>
          )}
          {row.invited && !row.disabled && (
            <RowAct name={fullName(row)} onClick={() => onAct('invite', row)}>
              <Trans>Invite again</Trans>
            </RowAct>
          )}
          {!row.invited && !row.disabled && row.id !== me.id && (
            <RowAct name={fullName(row)} variant="danger-quiet" onClick={() => onAct('sign-out', row)}>
              <Trans>Log out</Trans>
            </RowAct>
          )}
          {row.mfa && row.id !== me.id && (
            <RowAct name={fullName(row)} variant="danger-quiet" onClick={() => onAct('mfa', row)}>
              <Trans>Reset two-step sign-in</Trans>
            </RowAct>
          )}
          {row.id !== me.id && !row.waiting && (
            <RowAct
              name={fullName(row)}
              variant={row.disabled ? 'outline' : 'danger-quiet'}
              onClick={() => onAct('switch', row)}
            >
              {row.disabled ? <Trans>Enable</Trans> : <Trans>Disable</Trans>}
            </RowAct>
          )}
        </RowActs>
      ),
    },
  ];
  return (
    <Table caption={t`Staff accounts`} captionHidden columns={columns} rows={staff} empty={t`Nobody was found.`} />
  );
}

function AccountState({ staff: { disabled, invited, waiting } }: { staff: Staff }): ReactNode {
  return (
    <>
      {disabled ? (
        <span className="font-semibold text-danger-ink">
          <Trans>Disabled</Trans>
        </span>
      ) : invited ? (
        <Trans>Invited</Trans>
      ) : (
        <Trans>Active</Trans>
      )}
      {waiting && <WaitingText waiting={waiting} />}
    </>
  );
}

/** Shows name and e-mail in one cell, so that the table has room for the actions. */
function Person({ staff }: { staff: Staff }): ReactNode {
  return (
    <span className="block max-m:text-end l:min-w-44">
      <bdi>{fullName(staff)}</bdi>
      <EmailText email={staff.email} className="block text-sm font-normal text-ink-2" />
    </span>
  );
}
