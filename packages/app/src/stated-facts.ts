import type { StatedFact } from '@baraza/contract/complaint/complaint';
import { t } from '@lingui/core/macro';

export const blankFacts: Record<StatedFact, string> = { location: '' };

/** What the citizen's facts are called in the form, on screens and on paper. */
export const factLabels = (): Record<StatedFact, string> => ({
  location: t`Where did this happen`,
});

/** The facts that a citizen stated, with their labels. */
export function statedFacts(
  complaint: Partial<Record<StatedFact, string>> & { readonly area?: { readonly name: string } | null },
): [label: string, text: string][] {
  const labels = Object.entries(factLabels()) as [StatedFact, string][];
  const facts = labels.flatMap(([name, label]): [string, string][] =>
    complaint[name] ? [[label, complaint[name]]] : [],
  );
  return complaint.area ? [[t`Area`, complaint.area.name], ...facts] : facts;
}
