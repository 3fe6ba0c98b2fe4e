import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { formatCount } from '@baraza/app/format';
import { Loaded } from '../../../lib/page/loaded.tsx';
import { forRoles, Page } from '../../../lib/page/page.tsx';
import { useStaff } from '../account.api.ts';
import { findStaff } from './find-staff.ts';
import { ConfirmStaffDialog, DeclineStaffDialog } from './staff-confirmation.tsx';
import { StaffDialog } from './staff-dialog.tsx';
import { InviteAgainDialog, ResetMfaDialog, SignOutStaffDialog } from './staff-help-dialogs.tsx';
import { StaffSwitchDialog } from './staff-switch-dialog.tsx';
import { StaffTable } from './staff-table.tsx';

/** Lists the staff, with roles and MDAs, for administrators. */
export default forRoles(['administrator'], StaffAccounts);

type Open =
  | { dialog: 'new' }
  | { dialog: 'edit' | 'switch' | 'invite' | 'sign-out' | 'mfa' | 'confirm' | 'decline'; id: string }
  | null;

function StaffAccounts(): ReactNode {
  const query = useStaff();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const staff = open && open.dialog !== 'new' ? query.data?.find((person) => person.id === open.id) : undefined;
  const matches = query.data ? findStaff(query.data, words) : [];
  return (
    <Page
      title={t`Staff`}
      action={
        <Button variant="primary" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
          <Trans>New account</Trans>
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
            <StaffTable
              staff={matches}
              onEdit={({ id }) => setOpen({ dialog: 'edit', id })}
              onSwitch={({ id }) => setOpen({ dialog: 'switch', id })}
              onInvite={({ id }) => setOpen({ dialog: 'invite', id })}
              onSignOut={({ id }) => setOpen({ dialog: 'sign-out', id })}
              onMfa={({ id }) => setOpen({ dialog: 'mfa', id })}
              onConfirm={({ id }) => setOpen({ dialog: 'confirm', id })}
              onDecline={({ id }) => setOpen({ dialog: 'decline', id })}
            />
          </>
        )}
      </Loaded>
      {open?.dialog === 'new' && <StaffDialog onClose={close} />}
      {open?.dialog === 'edit' && staff && <StaffDialog staff={staff} onClose={close} />}
      {open?.dialog === 'invite' && staff && <InviteAgainDialog staff={staff} onClose={close} />}
      {open?.dialog === 'sign-out' && staff && <SignOutStaffDialog staff={staff} onClose={close} />}
      {open?.dialog === 'mfa' && staff && <ResetMfaDialog staff={staff} onClose={close} />}
      {open?.dialog === 'confirm' && staff && <ConfirmStaffDialog staff={staff} onClose={close} />}
      {open?.dialog === 'decline' && staff && <DeclineStaffDialog staff={staff} onClose={close} />}
      {open?.dialog === 'switch' && staff && <StaffSwitchDialog staff={staff} onClose={close} />}
    </Page>
  );
}
