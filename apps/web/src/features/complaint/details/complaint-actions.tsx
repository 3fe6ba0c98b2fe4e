import { lazyPart, notify } from '@baraza/app';
import { canAddEvidence, canReopen, canConfirm } from '@baraza/contract/complaint/citizen-action';
import type { Complaint } from '@baraza/contract';
import { canSurvey } from '@baraza/contract/complaint/state';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode, useEffect, useEffectEvent } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { useConfirmResolution } from '../complaint-step.api.ts';

const dialogs = {
  evidence: lazyPart(async () => ({ default: (await import('./step-dialogs.tsx')).EvidenceDialog })),
  survey: lazyPart(async () => ({ default: (await import('./step-dialogs.tsx')).SurveyDialogs })),
  reopen: lazyPart(async () => ({ default: (await import('./step-dialogs.tsx')).ReopenDialog })),
  appeal: lazyPart(async () => ({ default: (await import('./step-dialogs.tsx')).AppealDialog })),
};

/** Offers evidence while a complaint is open; after that confirmation, survey, re-opening and review. */
export function ComplaintActions({ complaint }: { complaint: Complaint }) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const OpenDialog = open && dialogs[open];
  const [survey, reopen] = [canSurvey(complaint), canReopen(complaint)];
  return (
    <>
      <SolvedQuestion
        complaint={complaint}
        onConfirmed={() => setOpen((other) => other ?? (survey ? 'survey' : null))}
        onNo={reopen ? () => setOpen('reopen') : undefined}
      >
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
      {/* Outside the question, which is replaced when a dialog changes the state. The survey dialog stays until its thanks are closed, although the survey has been taken by then. */}
      {OpenDialog && <OpenDialog complaint={complaint} onClose={() => setOpen(null)} />}
    </>
  );
}

const undoSeconds = 10;

interface SolvedQuestionProps {
  readonly complaint: Complaint;
  /** Called once a Yes can no longer be undone. */
  readonly onConfirmed: () => void;
  readonly onNo?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Question to the citizen whether a resolved complaint is solved. */
export function SolvedQuestion({ complaint, onConfirmed, onNo, children }: SolvedQuestionProps) {
  const { id, state, confirmedAt } = complaint;
  const confirm = useConfirmResolution();
  const [hasAnswered, setAnswered] = useState(false);
  const goOn = useEffectEvent(onConfirmed);
  useEffect(() => {
    if (!hasAnswered || !confirmedAt) return;
    const timer = setTimeout(() => goOn(), undoSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [hasAnswered, confirmedAt]);
  const sayYes = () =>
    confirm.mutate(
      { id, solved: true },
      {
        onSuccess: () => {
          setAnswered(true);
          notify.success(t`Thank you. Counted as confirmed.`, {
            label: (left) => t`Undo (${left})`,
            seconds: undoSeconds,
            run: () => confirm.mutate({ id, solved: false }),
          });
        },
      },
    );
  if (state !== 'resolved') return <div className="button-row empty:hidden print:hidden">{children}</div>;
  return (
    <section aria-labelledby="solved" className="grid gap-3 print:hidden">
      <div className="grid gap-1">
        <h2 id="solved" className="text-h3">
          {confirmedAt ? t`You said that it is solved` : t`Is it solved?`}
        </h2>
        {!confirmedAt && (
          <p className="text-sm text-ink-2">
            {t`If you do not answer, we count it as ‘not confirmed’, never as solved.`}
          </p>
        )}
      </div>
      <FailureNotice error={confirm.error} />
      {canConfirm(complaint) && (
        <div className="button-row max-w-110 m:grid m:grid-cols-2">
          <Button variant="primary" icon="check" loading={confirm.isPending} loadingText={t`Sending`} onClick={sayYes}>
            {t`Yes, solved`}
          </Button>
          {onNo && <Button onClick={onNo}>{t`No, not yet`}</Button>}
        </div>
      )}
      <div className="button-row empty:hidden">{children}</div>
    </section>
  );
}
