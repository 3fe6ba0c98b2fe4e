import type { Complaint } from '@baraza/contract/complaint/complaint';
import { canAddEvidence, canReopen } from '@baraza/contract/complaint/citizen-action';
import { canSurvey } from '@baraza/contract/complaint/state';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { lazyPart } from '@baraza/app';

import { SolvedQuestion } from './solved-question.tsx';

const SurveyDialogs = lazyPart(() => import('../survey/survey-dialogs.tsx'));
const EvidenceDialog = lazyPart(async () => ({ default: (await import('./step-dialogs.tsx')).EvidenceDialog }));
const AppealDialog = lazyPart(async () => ({ default: (await import('./step-dialogs.tsx')).AppealDialog }));
const ReopenDialog = lazyPart(async () => ({ default: (await import('./step-dialogs.tsx')).ReopenDialog }));

/** What the citizen may do: add evidence while it is open; say if it is solved, survey, re-opening and a review after. */
export function ComplaintActions({ complaint }: { complaint: Complaint }) {
  const [open, setOpen] = useState<'evidence' | 'survey' | 'reopen' | 'appeal' | null>(null);
  const close = () => setOpen(null);
  const [survey, reopen] = [canSurvey(complaint), canReopen(complaint)];
  return (
    <>
      <SolvedQuestion complaint={complaint} onConfirmed={() => setOpen((other) => other ?? (survey ? 'survey' : null))}>
        {canAddEvidence(complaint) && (
          <Button icon="clip" onClick={() => setOpen('evidence')}>
            {t`Add evidence`}
          </Button>
        )}
        {survey && (
          <Button variant={complaint.confirmedAt ? 'primary' : 'outline'} icon="star" onClick={() => setOpen('survey')}>
            {t`Take survey`}
          </Button>
        )}
        {reopen && (
          <Button icon="retry" onClick={() => setOpen('reopen')}>
            {t`Re-Open Ticket`}
          </Button>
        )}
        {complaint.appealUntil !== null && (
          <Button icon="forward" onClick={() => setOpen('appeal')}>
            {t`Ask for a review`}
          </Button>
        )}
      </SolvedQuestion>
      {/* Beside the question, which turns into another element when a dialog changes the state. The survey stays until its thanks are closed, though by then there is none left to take. */}
      {open === 'survey' && <SurveyDialogs complaint={complaint} onDone={close} />}
      {open === 'evidence' && <EvidenceDialog complaint={complaint} onClose={close} />}
      {open === 'appeal' && <AppealDialog complaint={complaint} onClose={close} />}
      {open === 'reopen' && <ReopenDialog complaint={complaint} onClose={close} />}
    </>
  );
}
