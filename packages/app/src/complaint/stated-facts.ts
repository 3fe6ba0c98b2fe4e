import type { FieldOfComplaint, Point, StatedFact } from '@baraza/contract';
import { t } from '@lingui/core/macro';

export const blankFacts: Record<StatedFact, string> = { location: '' };

/** Labels of the citizen's facts in the form, on screens and on paper. */
export const factLabels = (): Record<StatedFact, string> => ({
  location: t`Where did this happen`,
});

/** The facts that a citizen stated, with their labels. */
export function statedFacts(
  complaint: Partial<Record<StatedFact, string>> & {
    readonly area?: { readonly name: string } | null;
    readonly point?: Point | null;
    readonly fields?: readonly FieldOfComplaint[];
  },
): [label: string, text: string][] {
  const labels = Object.entries(factLabels()) as [StatedFact, string][];
  const facts = labels.flatMap(([name, label]): [string, string][] =>
    complaint[name] ? [[label, complaint[name]]] : [],
  );
  return [
    ...(complaint.area ? [[t`Area`, complaint.area.name] as [string, string]] : []),
    ...facts,
    ...(complaint.fields ?? []).flatMap((field): [string, string][] =>
      field.value === null ? [] : [[field.name, fieldWord(field)]],
    ),
    ...(complaint.point ? [[t`Coordinates`, pointText(complaint.point)] as [string, string]] : []),
  ];
}

/** Words a value: an option by its name. A field that is not offered any more says so. */
function fieldWord({ type, options, value, active }: FieldOfComplaint): string {
  const word = type === 'list' ? (options.find(({ id }) => id === value)?.name ?? '') : String(value);
  return active ? word : t`${word} (not asked for any more)`;
}

/** "6.52437, 3.37921 (within 25 m)"; the numbers keep their order in right-to-left text. */
export function pointText({ lat, lon, accuracy }: Point): string {
  const numbers = `\u2066${lat}, ${lon}\u2069`;
  if (accuracy === null) return numbers;
  const km = Number((accuracy / 1000).toFixed(1));
  return accuracy < 1000 ? t`${numbers} (within ${accuracy} m)` : t`${numbers} (within about ${km} km)`;
}
