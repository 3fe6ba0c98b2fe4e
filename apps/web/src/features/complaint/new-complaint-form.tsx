import { t } from '@lingui/core/macro';
import { Sheet } from '@baraza/ui/sheet';
import { useState, type ReactNode } from 'react';
import { DiscardDialog } from '../../lib/discard-dialog.tsx';
import { DraftNotice } from '../../lib/draft-notice.tsx';
import type { Draft } from '../../lib/draft-store.ts';
import { FormProblem } from '../../lib/form-problem.tsx';
import { PartWhat, PartWhere, PartWho } from './form-parts.tsx';
import { PartProof } from './part-proof.tsx';
import { SubmitBar } from '../../lib/submit-bar.tsx';
import { useComplaintForm } from './use-complaint-form.ts';
import { part } from '../../lib/part.tsx';

/** Beside the form, or below it on a phone: it may come a moment later, and nothing moves. */
const DraftRail = part(() => import('./draft-rail.tsx'));

/** The four parts of a new complaint, the rail beside them, and the bar that sends it. */
export function NewComplaintForm({ accountId, draft }: { accountId: string; draft: Draft | null }): ReactNode {
  const it = useComplaintForm(accountId, draft);
  const [asking, setAsking] = useState<'cancel' | 'start again' | null>(null);
  const { form, upload } = it;
  const discard = () => {
    setAsking(null);
    if (asking === 'cancel') void it.throwAway();
    else it.startAgain();
  };
  return (
    <>
      {draft && <DraftNotice savedAt={draft.savedAt} onStartAgain={() => setAsking('start again')} />}
      {!form.pending && <FormProblem problem={form.problem} />}
      <div className="flex flex-col gap-4 l:grid l:grid-cols-[minmax(0,1fr)_17.5rem] l:items-start l:gap-x-6">
        <form id="new-complaint" noValidate aria-label={t`New Complaint`} onSubmit={form.onSubmit}>
          <Sheet className="max-m:-mx-4 max-m:overflow-x-clip max-m:rounded-none max-m:border-x-0">
            <PartWho it={it} />
            <PartWhat it={it} />
            <PartWhere it={it} />
            <PartProof it={it} />
          </Sheet>
        </form>
        <SubmitBar
          form="new-complaint"
          submitText={t`Submit Complaint`}
          sendingText={t`Sending your complaint…`}
          pending={form.pending}
          upload={upload.state}
          savedAt={it.savedAt}
          onStop={upload.stop}
          onCancel={() => (it.empty ? it.goBack() : setAsking('cancel'))}
        />
        <DraftRail it={it} />
      </div>
      {asking && <DiscardDialog onKeep={() => setAsking(null)} onDiscard={discard} />}
    </>
  );
}
