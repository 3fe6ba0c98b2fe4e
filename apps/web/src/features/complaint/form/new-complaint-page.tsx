import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BackButton } from '@baraza/app/router/back-button';
import { Heading } from '@baraza/app/page/heading';
import { LoadError } from '@baraza/app/page/load-error';
import { paths } from '../../../lib/router/paths.ts';
import { useUser } from '../../../lib/api/session.ts';
import { useStoredDraft } from '../../../lib/draft/use-draft.ts';
import { blankComplaint } from './complaint-values.ts';
import { DetailsSkeleton } from '../details/details-skeleton.tsx';
import { NewComplaintForm } from './new-complaint-form.tsx';

/** Where a citizen files a complaint. The form waits until the draft was looked for, and begins with it. */
export default function NewComplaintPage(): ReactNode {
  const user = useUser();
  const draft = useStoredDraft('complaint', blankComplaint);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid justify-items-start gap-1.5">
        <BackButton fallback={paths.complaints} />
        <Heading title={t`New Complaint`} />
        <p className="text-ink-2">
          <Trans>
            About 5 minutes. Fields marked{' '}
            <span aria-hidden="true" className="font-bold text-danger">
              *
            </span>
            <span className="sr-only">with a star</span> are required. Your answers are saved on this device as you go.
          </Trans>
        </p>
      </div>
      {user.isError && <LoadError title={t`Your account could not be loaded.`} query={user} />}
      {user.data && draft !== undefined ? (
        <NewComplaintForm key={user.data.id} accountId={user.data.id} draft={draft} />
      ) : (
        !user.isError && <DetailsSkeleton label={t`Loading the form`} />
      )}
    </div>
  );
}
