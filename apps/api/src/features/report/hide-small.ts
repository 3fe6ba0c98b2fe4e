import { measuredMin } from '@baraza/contract/mda/report';

/**
 * Indexes of the rows of a table whose measure is hidden, by how many complaints it rests on in each: those on too few, and the
 * smallest of the others where what is left of the total would again be too few.
 */
export function hiddenRows(counts: readonly number[]): ReadonlySet<number> {
  const rows = counts.map((count, index) => ({ count, index })).filter(({ count }) => count > 0);
  const hidden = rows.filter(({ count }) => count < measuredMin);
  const rest = hidden.reduce((sum, { count }) => sum + count, 0);
  const isExposed = rest > 0 && rest < measuredMin;
  const [next] = rows.filter(({ count }) => count >= measuredMin).toSorted((a, b) => a.count - b.count);
  return new Set((isExposed && next ? [...hidden, next] : hidden).map(({ index }) => index));
}
