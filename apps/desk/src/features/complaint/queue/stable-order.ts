/** Updates the rows on the screen in place: rows that are gone stay, new ones above wait, the next page follows. */
export function holdRows<T extends { id: string }>(shown: readonly T[], fresh: readonly T[]): T[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map((row) => row.id));
  const lastKnown = fresh.findLastIndex((row) => known.has(row.id));
  return [
    ...shown.map((row) => byId.get(row.id) ?? row),
    ...fresh.slice(lastKnown + 1).filter((row) => !known.has(row.id)),
  ];
}

/** Whether two lists have the same rows in the same order. */
export function sameOrder(a: readonly { id: string }[], b: readonly { id: string }[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]?.id);
}

/**
 * Returns the row after `id`, or before it; null at the ends. For a row that has left the list, the nearest one that stood
 * on that side of it in `before` and is still there.
 */
export function neighbour<T extends { id: string }>(
  rows: readonly T[],
  id: string,
  step: 1 | -1,
  before: readonly { id: string }[] = [],
): T | null {
  const order = rows.some((row) => row.id === id) ? rows : before;
  const index = order.findIndex((row) => row.id === id);
  if (index < 0) return null;
  const beyond = step > 0 ? order.slice(index + 1) : order.slice(0, index).toReversed();
  const there = new Map(rows.map((row) => [row.id, row]));
  const nearest = beyond.find((row) => there.has(row.id));
  return nearest ? (there.get(nearest.id) ?? null) : null;
}

/** Whether `id` is one of the last rows. */
export function isNearEnd(rows: readonly { id: string }[], id: string, last = 5): boolean {
  return rows.slice(-last).some((row) => row.id === id);
}
