import type { Staff } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { EmailText } from '../../../lib/format/email-text.tsx';
import { RowAct, RowActs } from '../../../lib/list/row-acts.tsx';
import { RowMenu } from '../../../lib/list/row-menu.tsx';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { roleWord } from '../../../lib/format/role-words.ts';
import { WaitingText } from './staff-confirmation.tsx';

export type StaffAction = 'edit' | 'leave' | 'switch' | 'invite' | 'sign-out' | 'mfa' | 'confirm' | 'decline';
type StaffTableProps = { staff: Staff[]; onAct: (action: StaffAction, staff: Staff) => void };

/** Lists accounts with their actions. Nobody can lock themselves out here. */
export function StaffTable({ staff, onAct }: StaffTableProps): ReactNode {
  const me = useMe();
  const isMe = (row: Staff) => row.id === me.id;
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
        <RowActs>
          <RowAct name={fullName(row)} onClick={() => onAct('edit', row)}>
            {t`Edit`}
          </RowAct>
          {row.waiting && row.waiting.by.id !== me.id && !isMe(row) && (
            <RowAct name={fullName(row)} variant="primary" onClick={() => onAct('confirm', row)}>
              {t`Confirm`}
            </RowAct>
          )}
          <RowMenu
            name={fullName(row)}
            acts={[
              row.waiting !== null && {
                text: row.waiting.by.id === me.id ? t`Withdraw` : t`Decline`,
                act: () => onAct('decline', row),
              },
              row.mda !== null && !row.disabled && { text: t`Leave`, act: () => onAct('leave', row) },
              row.invited && !row.disabled && { text: t`Invite again`, act: () => onAct('invite', row) },
              !row.invited && !row.disabled && !isMe(row) && { text: t`Log out`, act: () => onAct('sign-out', row) },
              row.mfa && !isMe(row) && { text: t`Reset two-step sign-in`, act: () => onAct('mfa', row) },
              !isMe(row) &&
                !row.waiting && { text: row.disabled ? t`Enable` : t`Disable`, act: () => onAct('switch', row) },
            ]}
          />
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
      {disabled ? <span className="text-ink-2">{t`Disabled`}</span> : invited ? t`Invited` : t`Active`}
      {waiting && <WaitingText waiting={waiting} />}
    </>
  );
}

/** Shows name and e-mail in one cell: the table needs room for actions. */
function Person({ staff }: { staff: Staff }): ReactNode {
  return (
    <span className="block max-m:text-end l:min-w-44">
      <bdi>{fullName(staff)}</bdi>
      <EmailText email={staff.email} className="block text-sm font-normal text-ink-2" />
    </span>
  );
}
