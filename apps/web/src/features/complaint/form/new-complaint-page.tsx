import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '@baraza/ui';
import { afterTouch, BackButton, Heading, lazyPart, LoadError, useDataInSteps } from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { useUser } from '../../../lib/api/session.ts';
import { useStoredDraft } from '../../../lib/draft/use-draft.ts';
import { blankComplaint } from './complaint-values.ts';
import { PageSkeleton } from '../../../lib/page/page-skeleton.tsx';
import { DraftForm } from '../../../lib/form/draft-form.tsx';
import type { Draft } from '../../../lib/draft/draft-store.ts';
import { ComplaintParts } from './form-parts.tsx';
import { useComplaintForm } from './use-complaint-form.ts';

/** Page for filing a complaint. The form appears once the draft is loaded, and starts with it. */
export default function NewComplaintPage() {
  const user = useUser();
  const account = useDataInSteps(user);
  const draft = useDataInSteps({ data: useStoredDraft('complaint', blankComplaint) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid justify-items-start gap-1.5 max-m:grid-cols-[auto_minmax(0,1fr)] max-m:items-center max-m:gap-x-3">
        <BackButton fallback={paths.complaints} />
        <Heading title={t`New Complaint`} />
        <p className="text-ink-2 max-m:col-span-2 max-m:text-md">
          <span className="max-m:hidden">{t`About 5 minutes.`} </span>
          <Trans>
            Fields marked{' '}
            <span aria-hidden="true" className="font-bold text-danger">
              *
            </span>
            <span className="sr-only">with a star</span> are required.
          </Trans>
          <span className="max-m:hidden"> {t`Your answers are saved on this device as you go.`}</span>
        </p>
      </div>
      {user.isError && <LoadError title={t`Your account could not be loaded.`} query={user} />}
      {account && draft !== undefined ? (
        <NewComplaintForm key={account.id} accountId={account.id} draft={draft} />
      ) : (
        !user.isError && <PageSkeleton label={t`Loading the form`} />
      )}
    </div>
  );
}

/** Loaded later: it is beside the form, or below it on a phone, so nothing moves. */
const DraftRail = lazyPart(() => import('./draft-rail.tsx'), { schedule: afterTouch });

const PartIdentity = lazyPart(async () => ({ default: (await import('./later-parts.tsx')).PartIdentity }));
const AnswersDialog = lazyPart(async () => ({ default: (await import('./answers-check.tsx')).AnswersDialog }));

/** Form of a new complaint: five parts, the side column and the bar with the buttons. */
export function NewComplaintForm({ accountId, draft }: { accountId: string; draft: Draft | null }) {
  const complaint = useComplaintForm(accountId, draft);
  const { empty } = complaint;
  const [isChecking, setChecking] = useState(false);
  // Once somebody writes: the screen that shows the receipt, since the connection may be lost after sending.
  useEffect(() => {
    if (empty) return;
    void import('../list/dashboard-page.tsx').catch(() => undefined);
    void AnswersDialog.load().catch(() => undefined);
  }, [empty]);
  return (
    <DraftForm
      id="new-complaint"
      label={t`New Complaint`}
      drafted={complaint}
      draft={draft}
      submitText={t`Submit Complaint`}
      sendingText={t`Sending your complaint…`}
      folds={complaint.folds}
      rail={<DraftRail complaint={complaint} />}
    >
      <ComplaintParts complaint={complaint} />
      <PartIdentity complaint={complaint} />
      {!complaint.folds && (
        <div className="px-4 pb-4 m:px-6">
          <Button
            variant="quiet"
            icon="eye"
            className="-ms-2.5"
            disabled={complaint.form.pending}
            onClick={() => setChecking(true)}
          >
            {t`Check your answers`}
          </Button>
        </div>
      )}
      {isChecking && <AnswersDialog complaint={complaint} onClose={() => setChecking(false)} />}
    </DraftForm>
  );
}
