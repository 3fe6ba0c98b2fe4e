type Values = Readonly<Record<string, string>>;

/** A field that somebody else changed while a form was open. */
export interface ChangedField<V> {
  readonly field: keyof V & string;
  /** True: what the person typed was kept. False: the field took the change. */
  readonly kept: boolean;
}

/** Merges two people's edits: untouched fields take the other's values; what was typed is kept and reported. */
export function mergeEdits<V extends Values>(
  before: V,
  theirs: V,
  mine: V,
): { readonly values: V; readonly changed: readonly ChangedField<V>[] } {
  const fields = Object.keys(before) as (keyof V & string)[];
  const changed = fields
    .filter((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])
    .map((field) => ({ field, kept: mine[field] !== before[field] }));
  const taken = changed.filter(({ kept }) => !kept).map(({ field }) => [field, theirs[field]]);
  return { values: { ...mine, ...(Object.fromEntries(taken) as Partial<V>) }, changed };
}
