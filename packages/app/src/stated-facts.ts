import type { StatedFact } from '@baraza/contract/complaint/complaint';
import { t } from '@lingui/core/macro';

export const blankFacts: Record<StatedFact, string> = { location: '' };

/** What the citizen's facts are called in the form, on screens and on paper. */
export const factLabels = (): Record<StatedFact, string> => ({
  location: t`Where did this happen`,
});
