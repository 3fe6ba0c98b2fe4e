import { outcomes, type Outcome } from '@baraza/contract';
import { t } from '@lingui/core/macro';

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
