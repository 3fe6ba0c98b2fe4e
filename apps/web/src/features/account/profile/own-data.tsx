import { downloadFile } from '@baraza/app/api/client';
import { exportOwnData } from '@baraza/contract/account/privacy';
import { Button } from '@baraza/ui/button';
import { lazyPart } from '@baraza/app/page/lazy-part';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';

const DeleteAccountDialog = lazyPart(() => import('./delete-account-dialog.tsx'));

/** What is kept about the person: to take along, or to have erased. */
export function OwnData(): ReactNode {
  const save = useMutation({ mutationFn: () => downloadFile(exportOwnData, {}) });
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          Download everything that is kept about you: your profile, your complaints and feedback with all files, and
          when you were logged in.
        </Trans>
      </p>
      <FailureNotice error={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button icon="download" loading={save.isPending} onClick={() => save.mutate()}>
          {t`Download my data`}
        </Button>
        <Button variant="danger-quiet" icon="trash" onClick={() => setDeleting(true)}>
          {t`Delete my account`}
        </Button>
      </div>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  );
}
