import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { DraftForm } from '../../../lib/form/draft-form.tsx';
import type { Draft } from '../../../lib/draft/draft-store.ts';
import { PartWhat, PartWhere, PartWho } from './form-parts.tsx';
import { PartProof } from './part-proof.tsx';
import { useComplaintForm } from './use-complaint-form.ts';
import { lazyPart } from '@baraza/app/page/lazy-part';

/** Beside the form, or below it on a phone: it may come a moment later, and nothing moves. */
const DraftRail = lazyPart(() => import('./draft-rail.tsx'));

/** The four parts of a new complaint, the rail beside them, and the bar that sends it. */
export function NewComplaintForm({ accountId, draft }: { accountId: string; draft: Draft | null }): ReactNode {
  const it = useComplaintForm(accountId, draft);
  return (
    <DraftForm
      id="new-complaint"
      label={t`New Complaint`}
      it={it}
      draft={draft}
      submitText={t`Submit Complaint`}
      sendingText={t`Sending your complaint…`}
      rail={<DraftRail it={it} />}
    >
      <PartWho it={it} />
      <PartWhat it={it} />
      <PartWhere it={it} />
      <PartProof it={it} />
    </DraftForm>
  );
}
