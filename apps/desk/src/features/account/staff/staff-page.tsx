import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { formatCount } from '@baraza/app/format';
import { Loaded } from '../../../lib/page/loaded.tsx';
import { forRoles, Page } from '../../../lib/page/page.tsx';
import { useStaff } from '../account.api.ts';
import { findStaff } from './find-staff.ts';
import { ConfirmStaffDialog, DeclineStaffDialog } from './staff-confirmation.tsx';
import { StaffDialog } from './staff-dialog.tsx';
import {
  InviteAgainDialog,
  ResetMfaDialog,
  SignOutStaffDialog,
  StaffLeaveDialog,
  StaffSwitchDialog,
} from './staff-help-dialogs.tsx';
import { type StaffAction, StaffTable } from './staff-table.tsx';

/** Lists the staff, with roles and MDAs, for administrators. */
export default forRoles(['administrator'], StaffAccounts);

const dialogs: Record<StaffAction, typeof InviteAgainDialog> = {
  edit: StaffDialog,
  leave: StaffLeaveDialog,
  switch: StaffSwitchDialog,
  invite: InviteAgainDialog,
  'sign-out': SignOutStaffDialog,
  mfa: ResetMfaDialog,
  confirm: ConfirmStaffDialog,
  decline: DeclineStaffDialog,
};

function StaffAccounts(): ReactNode {
  const query = useStaff();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<{ action: 'new' } | { action: StaffAction; id: string } | null>(null);
  const close = () => setOpen(null);
  const staff = open && 'id' in open ? query.data?.find((person) => person.id === open.id) : undefined;
  const Dialog = open && 'id' in open && dialogs[open.action];
  const matches = query.data ? findStaff(query.data, words) : [];
  return (
    <Page
      title={t`Staff`}
      action={
        <Button variant="primary" icon="plus" onClick={() => setOpen({ action: 'new' })}>
          {t`New account`}
        </Button>
      }
    >
      <Loaded query={query} failed={t`The staff could not be loaded.`} loading={t`Loading staff`}>
        {(data) => (
          <>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <TextField
                type="search"
                icon="search"
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
