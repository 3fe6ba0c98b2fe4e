import type { Complaint } from '@baraza/contract/complaint/complaint';
import { canReopen, canSurvey, canWithdraw } from '@baraza/contract/complaint/lifecycle';
import { Button } from '@baraza/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '@baraza/app/page/lazy-part';

const SurveyDialogs = lazyPart(() => import('../survey/survey-dialogs.tsx'));
const ReopenDialog = lazyPart(async () => ({ default: (await import('./reason-dialogs.tsx')).ReopenDialog }));
const WithdrawDialog = lazyPart(async () => ({ default: (await import('./reason-dialogs.tsx')).WithdrawDialog }));

/** What the citizen may do with the complaint now: the rules are the contract's. */
export function ComplaintActions({ complaint }: { complaint: Complaint }): ReactNode {
  const [open, setOpen] = useState<'survey' | 'reopen' | 'withdraw' | null>(null);
  const close = () => setOpen(null);
  const [survey, reopen, withdraw] = [canSurvey(complaint), canReopen(complaint), canWithdraw(complaint)];
  return (
    <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
      {survey && (
        <Button variant="primary" icon="star" onClick={() => setOpen('survey')}>
          <Trans>Take survey</Trans>
        </Button>
      )}
      {reopen && (
        <Button icon="retry" onClick={() => setOpen('reopen')}>
          <Trans>Re-Open Ticket</Trans>
        </Button>
      )}
      {withdraw && (
        <Button variant="danger-quiet" onClick={() => setOpen('withdraw')}>
          <Trans>Withdraw complaint</Trans>
        </Button>
      )}
      {/* The survey stays until its thanks are closed, though by then there is none left to take. */}
      {open === 'survey' && <SurveyDialogs complaint={complaint} onDone={close} />}
      {open === 'reopen' && <ReopenDialog complaint={complaint} onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog complaint={complaint} onClose={close} />}
    </div>
  );
}
