import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { leave } from '../api/leave.ts';
import { ActionDialog } from '../form/form-dialog.tsx';
import { Link, useNavigate } from '../router/router.tsx';
import { signInPaths } from '../this-app.ts';

/** The number of unsent items, and the path of the outbox. */
type Unsent = { count: number; path: string };

/** Warns that logging out deletes unsent entries; links to the outbox. */
export function UnsentNotice({ count, path, onLeave }: Unsent & { onLeave: () => void }) {
  return (
    <>
      <p>
        {t`${plural(count, {
          one: '# thing you submitted has not arrived yet. It is deleted from this device when you log out.',
          other: '# things you submitted have not arrived yet. They are deleted from this device when you log out.',
        })}`}
      </p>
      <Link to={path} onClick={onLeave} className="inline-flex min-h-11 items-center font-semibold">
        {t`Send first`}
      </Link>
    </>
  );
}

interface LogoutDialogProps {
  countDrafts: () => number | Promise<number>;
  unsent?: Unsent;
  onClose: () => void;
}

/** Confirms logging out and lists what would be lost. */
export function LogoutDialog({ countDrafts, unsent, onClose }: LogoutDialogProps) {
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

  const isLosing = unsent !== undefined && unsent.count > 0;
  return (
    <ActionDialog
      title={t`Log Out`}
      yes={isLosing ? t`Delete and log out` : t`Yes, log out`}
      tone={isLosing ? 'danger' : 'primary'}
      keep={isLosing ? t`Stay` : undefined}
      pending={leaving}
      pendingText={t`Logging out`}
      onYes={() => void logOut()}
      onClose={onClose}
    >
      {isLosing ? (
        <UnsentNotice {...unsent} onLeave={onClose} />
      ) : (
        <>
          <p>{t`Are you sure you want to log out of your account?`}</p>
          {drafts > 0 && (
            <p role="status" className="font-semibold text-danger-ink">
              {t`${plural(drafts, {
                one: '# draft is not sent and will be deleted.',
                other: '# drafts are not sent and will be deleted.',
              })}`}
            </p>
          )}
        </>
      )}
    </ActionDialog>
  );
}
