import type { Complaint } from '@baraza/contract/complaint/complaint';
import { canConfirm } from '@baraza/contract/complaint/citizen-action';
import { notify } from '@baraza/app';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { useConfirmResolution } from '../complaint-step.api.ts';

const undoSeconds = 10;

interface SolvedQuestionProps {
  readonly complaint: Complaint;
  /** Called after Yes, once it can no longer be undone. */
  readonly onConfirmed: () => void;
  readonly children: ReactNode;
}

/** Asks whether a resolved complaint is solved. */
export function SolvedQuestion({ complaint, onConfirmed, children }: SolvedQuestionProps) {
  const { id, state, confirmedAt } = complaint;
  const confirm = useConfirmResolution();
  const [hasAnswered, setAnswered] = useState(false);
  const goOn = useEffectEvent(onConfirmed);
  useEffect(() => {
    if (!hasAnswered || !confirmedAt) return;
    const timer = setTimeout(() => goOn(), undoSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [hasAnswered, confirmedAt]);
  const undo = () => confirm.mutate({ id, solved: false });
  const sayYes = () =>
    confirm.mutate(
      { id, solved: true },
      {
        onSuccess: () => {
          setAnswered(true);
          notify.success(t`Thank you. Counted as confirmed.`, {
            label: (left) => t`Undo (${left})`,
            seconds: undoSeconds,
            run: undo,
          });
        },
      },
    );
  if (state !== 'resolved') return <div className="flex flex-wrap gap-3 empty:hidden print:hidden">{children}</div>;
  return (
    <section aria-labelledby="solved" className="grid gap-3 print:hidden">
      <div className="grid gap-1">
        <h2 id="solved" className="text-h3">
          {confirmedAt ? t`You said that it is solved` : t`Is it solved?`}
        </h2>
        {!confirmedAt && (
          <p className="text-sm text-ink-2">
            {t`If you say nothing, we count it as ‘not confirmed’, never as solved.`}
          </p>
        )}
      </div>
      <FailureNotice error={confirm.error} />
      <div className="flex flex-wrap gap-3">
        {canConfirm(complaint) && (
          <Button variant="primary" icon="check" loading={confirm.isPending} loadingText={t`Sending`} onClick={sayYes}>
            {t`Yes, solved`}
          </Button>
        )}
        {children}
      </div>
    </section>
  );
}
