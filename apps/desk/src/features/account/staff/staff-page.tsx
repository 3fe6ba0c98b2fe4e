import { useQuery } from '@tanstack/react-query';
import { Table, type TableColumn, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { endpointQuery, formatCount, hasWords, Link, say } from '@baraza/app';
import { Loaded, forRoles, NewButton, Page } from '../../../lib/page/page.tsx';
import { WaitingText } from '../access/access-change-text.tsx';
import { StaffDialog } from './staff-dialog.tsx';
import {
  InviteAgainDialog,
  ResetMfaDialog,
  SignOutStaffDialog,
  StaffLeaveDialog,
  StaffSwitchDialog,
} from './staff-help-dialogs.tsx';
import { type Staff, listStaff } from '@baraza/contract';
import { RowAct, RowActs, RowMenu } from '../../../lib/list/row-acts.tsx';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { roleWord } from '../../../lib/format/role-words.ts';

/** Lists the staff, with roles and MDAs, for administrators. */
export default forRoles(['administrator'], StaffAccounts);

const dialogs: Record<StaffAction, typeof InviteAgainDialog> = {
  edit: StaffDialog,
  leave: StaffLeaveDialog,
  switch: StaffSwitchDialog,
  invite: InviteAgainDialog,
  'sign-out': SignOutStaffDialog,
  mfa: ResetMfaDialog,
};

function StaffAccounts() {
  const query = useQuery(endpointQuery(listStaff));
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<{ action: 'new' } | { action: StaffAction; id: string } | null>(null);
  const close = () => setOpen(null);
  const staff = open && 'id' in open ? query.data?.find((person) => person.id === open.id) : undefined;
  const Dialog = open && 'id' in open && dialogs[open.action];
  const matches = (query.data ?? []).filter(({ first_name, last_name, email, mda }) =>
    hasWords([first_name, last_name, email, mda?.name, mda && say(mda.name)].join(' '), words),
  );
  return (
    <Page title={t`Staff`} action={<NewButton text={t`New account`} onClick={() => setOpen({ action: 'new' })} />}>
      <Loaded query={query}>
        {(data) => (
          <>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <TextField
                type="search"
                label={t`Search by name, email or MDA`}
                labelHidden
                placeholder={t`Search by name, email or MDA`}
                fieldClassName="w-full max-w-120"
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
              <p role="status" className="text-ink-2 tabular-nums">
                {t`${formatCount(matches.length)} of ${formatCount(data.length)}`}
              </p>
            </div>
            <StaffTable staff={matches} onAct={(action, { id }) => setOpen({ action, id })} />
          </>
        )}
      </Loaded>
      {open?.action === 'new' && <StaffDialog onClose={close} />}
      {Dialog && staff && <Dialog staff={staff} onClose={close} />}
    </Page>
  );
}

type StaffAction = 'edit' | 'leave' | 'switch' | 'invite' | 'sign-out' | 'mfa';
/** Lists accounts with their actions, without risky ones for the own account. */
function StaffTable({ staff, onAct }: { staff: Staff[]; onAct: (action: StaffAction, staff: Staff) => void }) {
  const me = useMe();
  const isMe = (row: Staff) => row.id === me.id;
  const columns: TableColumn<Staff>[] = [
    { header: t`Name`, rowHeader: true, cell: (row) => <Person staff={row} /> },
    { header: t`Role`, cell: (row) => roleWord(row.role) },
    { header: t`MDA`, cell: (row) => <bdi>{row.mda ? say(row.mda.name) : (row.centre ?? '–')}</bdi> },
    { header: t`Account`, cell: (row) => <AccountState staff={row} /> },
    { header: t`Two-step sign-in`, narrow: 'hidden', cell: (row) => (row.mfa ? t`On` : t`Off`) },
    {
      header: t`Change`,
      narrow: 'end',
      cell: (row) => (
        <RowActs>
          <RowAct name={fullName(row)} onClick={() => onAct('edit', row)} text={t`Edit`} />
          <RowMenu
            name={fullName(row)}
            acts={[
              row.mda !== null && !row.disabled && { text: t`Leave`, act: () => onAct('leave', row) },
              row.invited && !row.disabled && { text: t`Invite again`, act: () => onAct('invite', row) },
              !row.invited &&
                !row.disabled &&
                !isMe(row) && { text: t`Log out everywhere`, act: () => onAct('sign-out', row) },
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

function AccountState({ staff: { disabled, invited, mailRefused, waiting } }: { staff: Staff }) {
  return (
    <>
      {disabled ? <span className="text-ink-2">{t`Disabled`}</span> : invited ? t`Invited` : t`Active`}
      {mailRefused && (
        <span className="block text-sm text-danger-ink">{t`The last email to this address was refused. Is the address correct?`}</span>
      )}
      {waiting && (
        <Link to={paths.accessChanges}>
          <WaitingText waiting={waiting} />
        </Link>
      )}
    </>
  );
}

/** Shows name and email in one cell, since the table needs room for actions. */
function Person({ staff }: { staff: Staff }) {
  return (
    <span className="block l:min-w-44">
      <bdi>{fullName(staff)}</bdi>
      <bdi dir="ltr" className="block text-sm font-normal wrap-anywhere text-ink-2">
        {staff.email}
      </bdi>
    </span>
  );
}
