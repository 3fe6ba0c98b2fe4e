import { outcomes, type Outcome, type Status } from '@baraza/contract/complaint/state';
import { t } from '@lingui/core/macro';

/** Names a status; an unknown one is shown as it was sent. */
export function statusWord(status: string): string {
  const words: Record<Status, string> = {
    Pending: t`Pending`,
    Processing: t`Processing`,
    Resolved: t`Resolved`,
    Canceled: t`Canceled`,
  };
  return words[status as Status] ?? status;
}

/** The word of each station of the thread. */
export function threadWords() {
  return { pending: t`Pending`, processing: t`Processing`, resolved: t`Resolved`, canceled: t`Canceled` };
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

/** What a select offers. */
export const outcomeOptions = () => outcomes.map((outcome) => ({ value: outcome, label: outcomeWord(outcome) }));
