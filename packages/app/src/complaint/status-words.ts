import { outcomes, type Outcome } from '@baraza/contract/complaint/state';
import { statusTone } from '@baraza/ui/lib/status-tone';
import { t } from '@lingui/core/macro';

/** Names of the statuses, the stations of the thread. */
export function threadWords() {
  return { pending: t`Pending`, processing: t`Processing`, resolved: t`Resolved`, canceled: t`Canceled` };
}

/** Names a status; an unknown one is shown as it was sent. */
export function statusWord(status: string): string {
  const tone = statusTone(status);
  return tone === null ? status : threadWords()[tone];
}

/** Names the outcome of a complaint. */
export function outcomeWord(outcome: Outcome): string {
  const words: Record<Outcome, string> = {
    solved: t`Solved`,
    partly: t`Partly solved`,
    explained: t`Explained`,
    no_fault: t`No fault found`,
    referred: t`Referred elsewhere`,
  };
  return words[outcome];
}

/** Options of a select of outcomes. */
export const outcomeOptions = () => outcomes.map((outcome) => ({ value: outcome, label: outcomeWord(outcome) }));
