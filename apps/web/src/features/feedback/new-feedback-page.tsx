import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { CardSkeleton, SkeletonList } from '@baraza/ui/skeleton';
import { BackButton } from '@baraza/app/router/back-button';
import { Heading } from '@baraza/app/page/heading';
import { LoadError } from '@baraza/app/page/load-error';
import { paths } from '../../lib/router/paths.ts';
import { useUser } from '../../lib/api/session.ts';
import { useStoredDraft } from '../../lib/draft/use-draft.ts';
import { NewFeedbackForm } from './new-feedback-form.tsx';
import { blankFeedback } from './use-feedback-form.ts';

/** Where a citizen gives feedback. The form waits until the draft was looked for, and begins with it. */
export default function NewFeedbackPage(): ReactNode {
  const user = useUser();
  const draft = useStoredDraft('feedback', blankFeedback);
  return (
    <div className="grid max-w-184 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid justify-items-start gap-1.5">
        <BackButton fallback={paths.feedbacks} />
        <Heading title={t`New Feedback`} />
      </div>
      {user.isError && <LoadError title={t`Your account could not be loaded.`} query={user} />}
      {user.data && draft !== undefined ? (
        <NewFeedbackForm key={user.data.id} accountId={user.data.id} draft={draft} />
      ) : (
        !user.isError && (
          <SkeletonList label={t`Loading the form`} count={1}>
            <CardSkeleton lines={6} />
          </SkeletonList>
        )
      )}
    </div>
  );
}
