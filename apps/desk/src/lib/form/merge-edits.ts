type Values = Readonly<Record<string, string>>;

/** A field that somebody else changed while a form was open. */
export interface ChangedField<V> {
  readonly field: keyof V & string;
  /** The person wrote something else there: that stays. Otherwise the field holds the change. */
  readonly kept: boolean;
}

/**
 * Brings together what two people made of the same thing. Fields that the person has not touched take what the other one
 * wrote; what they wrote themselves stays, and is told.
 */
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
