import { notify } from '@baraza/app/notify';
import type { Staff } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fullName } from '../../lib/session.tsx';
import { errorText } from '../../lib/texts.ts';
import { useSaveStaff } from './account.api.ts';

/** Asks before an account is disabled or enabled again. */
export function StaffSwitchDialog({ staff, onClose }: { staff: Staff; onClose: () => void }): ReactNode {
  const save = useSaveStaff();
  const name = fullName(staff);
  // A value: an angle bracket in a name must not be taken for one of ours.
  const who = <bdi>{name}</bdi>;
  const enabling = staff.disabled;
  const act = () =>
    save.mutate(
      { id: staff.id, disabled: !enabling },
      {
        onSuccess: () => {
          notify.success(enabling ? t`${name} can log in again.` : t`${name} is logged out and cannot log in.`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={enabling ? t`Enable this account?` : t`Disable this account?`}
      closeLabel={t`Close`}
      dismissable={!save.isPending}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant={enabling ? 'primary' : 'danger'}
            loading={save.isPending}
            loadingText={t`Saving`}
            onClick={act}
          >
            {enabling ? <Trans>Yes, enable</Trans> : <Trans>Yes, disable</Trans>}
          </Button>
        </>
      }
    >
      {save.isError && (
        <Notice tone="danger" role="alert">
          {errorText(save.error)}
        </Notice>
      )}
      <p>
        {enabling ? (
          <Trans>{who} can log in again with the same password.</Trans>
        ) : (
          <Trans>{who} is logged out everywhere and cannot log in. What they wrote stays.</Trans>
        )}
      </p>
    </Dialog>
  );
}
