import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { leave } from '../api/leave.ts';
import { ActionDialog } from '../form/action-dialog.tsx';
import { useNavigate } from '../router/router.tsx';
import { signInPaths } from '../this-app.ts';

interface LogoutDialogProps {
  countDrafts: () => number | Promise<number>;
  onClose: () => void;
}

/** Asks before logging out, and says what would be lost by it. */
export function LogoutDialog({ countDrafts, onClose }: LogoutDialogProps): ReactNode {
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState(0);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    void Promise.resolve(countDrafts()).then(setDrafts);
    // Counted once, when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const logOut = async () => {
    setLeaving(true);
    await leave();
    navigate(signInPaths.login, { replace: true });
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
        <p role="status" className="font-semibold text-danger-ink">
          {t`${plural(drafts, {
            one: '# draft is not sent and will be deleted.',
            other: '# drafts are not sent and will be deleted.',
          })}`}
        </p>
      )}
    </ActionDialog>
  );
}
