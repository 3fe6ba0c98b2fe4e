import { measuredMin } from '@baraza/contract/mda/report';

/**
 * Indexes of the table rows whose measure is hidden. Hidden is what rests on too few complaints, and the smallest of the others
 * where the total would still reveal it.
 */
export function hiddenRows(counts: readonly number[]): ReadonlySet<number> {
  const rows = counts.map((count, index) => ({ count, index })).filter(({ count }) => count > 0);
  const hidden = rows.filter(({ count }) => count < measuredMin);
  const rest = hidden.reduce((sum, { count }) => sum + count, 0);
  const isExposed = rest > 0 && rest < measuredMin;
  const [next] = rows.filter(({ count }) => count >= measuredMin).toSorted((a, b) => a.count - b.count);
  return new Set((isExposed && next ? [...hidden, next] : hidden).map(({ index }) => index));
}
