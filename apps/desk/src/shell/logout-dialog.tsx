import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ActionDialog } from '../lib/form/action-dialog.tsx';
import { countDrafts } from '../lib/storage/drafts.ts';
import { paths } from '../lib/router/paths.ts';
import { leave, useMe } from '../lib/api/session.tsx';

/** Asks before logging out, and says which drafts would be lost. */
export function LogoutDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const me = useMe();
  const [leaving, setLeaving] = useState(false);
  const drafts = countDrafts(me.id);

  const logOut = async () => {
    setLeaving(true);
    await leave();
    void navigate(paths.login, { replace: true });
  };

  return (
    <ActionDialog
      title={t`Log Out`}
      yes={t`Yes, log out`}
      pending={leaving}
      pendingText={t`Logging out`}
      onYes={() => void logOut()}
      onClose={onClose}
    >
      <p>
        <Trans>Are you sure you want to log out of your account?</Trans>
      </p>
      {drafts > 0 && (
        <p className="font-semibold text-danger-ink">
          {t`${plural(drafts, {
            one: '# draft is not sent and will be deleted.',
            other: '# drafts are not sent and will be deleted.',
          })}`}
        </p>
      )}
    </ActionDialog>
  );
}
