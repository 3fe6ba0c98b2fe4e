import { Button } from '@baraza/ui/button';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { useOwnData } from '../privacy.api.ts';

const DeleteAccountDialog = lazy(() => import('./delete-account-dialog.tsx'));

/** What is kept about the person: to take along, or to have erased. */
export function OwnData(): ReactNode {
  const save = useOwnData();
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
          <Trans>Download my data</Trans>
        </Button>
        <Button variant="danger-quiet" icon="trash" onClick={() => setDeleting(true)}>
          <Trans>Delete my account</Trans>
        </Button>
      </div>
      {deleting && (
        <Suspense fallback={null}>
          <DeleteAccountDialog onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  );
}
