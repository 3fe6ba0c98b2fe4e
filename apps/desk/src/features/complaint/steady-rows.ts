/**
 * Keeps rows where they are while a person points at them: `shown` is the order on the screen, `fresh` what the
 * server says now. Known rows are brought up to date in place, rows that are gone stay as they were, and what
 * follows after the last known row (the next page) is put at the end. Rows that would push in above wait.
 */
export function holdRows<T extends { id: string }>(shown: readonly T[], fresh: readonly T[]): T[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map((row) => row.id));
  const lastKnown = fresh.findLastIndex((row) => known.has(row.id));
  return [
    ...shown.map((row) => byId.get(row.id) ?? row),
    ...fresh.slice(lastKnown + 1).filter((row) => !known.has(row.id)),
  ];
}

/** Whether the two lists show the same rows in the same order. */
export function sameOrder(a: readonly { id: string }[], b: readonly { id: string }[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]?.id);
}

/** The row after `id`, or before it; null at the ends and for a row that is not in the list. */
export function neighbour<T extends { id: string }>(rows: readonly T[], id: string, step: 1 | -1): T | null {
  const index = rows.findIndex((row) => row.id === id);
  return index < 0 ? null : (rows[index + step] ?? null);
}
