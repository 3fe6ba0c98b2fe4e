import type { Staff } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../lib/form/confirm-dialog.tsx';
import { isPowerful, waitsText } from './staff-confirmation.tsx';
import { fullName } from '../../../lib/api/session.tsx';
import { useSaveStaff } from '../account.api.ts';

/** Asks before an account is disabled or enabled again. */
export function StaffSwitchDialog({ staff, onClose }: { staff: Staff; onClose: () => void }): ReactNode {
  const save = useSaveStaff();
  const name = fullName(staff);
  // A value: an angle bracket in a name must not be taken for one of ours.
  const who = <bdi>{name}</bdi>;
  const enabling = staff.disabled;
  const enabled = isPowerful(staff.role) ? waitsText() : t`${name} can log in again.`;
  const done = enabling ? enabled : t`${name} is logged out and cannot log in.`;
  return (
    <ConfirmDialog
      title={enabling ? t`Enable this account?` : t`Disable this account?`}
      yes={enabling ? t`Yes, enable` : t`Yes, disable`}
      tone={enabling ? 'primary' : 'danger'}
      act={() => save.mutateAsync({ id: staff.id, version: staff.version, disabled: !enabling })}
      doneText={done}
      onClose={onClose}
    >
      <p>
        {enabling ? (
          <Trans>{who} can log in again with the same password.</Trans>
        ) : (
          <Trans>{who} is logged out everywhere and cannot log in. What they wrote stays.</Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}
