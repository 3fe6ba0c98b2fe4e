import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from '../lib/router/router.tsx';
import { countDrafts } from '../lib/draft/drafts.ts';
import { paths } from '../lib/router/paths.ts';
import { leave } from '../lib/api/session.tsx';

/** Asks before logging out, and says what would be lost by it. */
export function LogoutDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState(0);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (open) void countDrafts().then(setDrafts);
  }, [open]);

  const logOut = async () => {
    setLeaving(true);
    await leave();
    navigate(paths.login, { replace: true });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Log Out`}
      closeLabel={t`Close`}
      dismissable={!leaving}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" loading={leaving} loadingText={t`Logging out`} onClick={() => void logOut()}>
            <Trans>Yes, log out</Trans>
          </Button>
        </>
      }
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
    </Dialog>
  );
}
