type Values = Readonly<Record<string, string>>;

/** Merges two people's edits: untouched fields take the other's values; what was typed is kept and reported. */
export function mergeEdits<V extends Values>(before: V, theirs: V, mine: V) {
  const fields = Object.keys(before) as (keyof V & string)[];
  // `kept`: what the person typed stays; otherwise the field takes the change.
  const changed = fields
    .filter((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])
    .map((field) => ({ field, kept: mine[field] !== before[field] }));
  const taken = changed.filter(({ kept }) => !kept).map(({ field }) => [field, theirs[field]]);
  return { values: { ...mine, ...(Object.fromEntries(taken) as Partial<V>) }, changed };
}
