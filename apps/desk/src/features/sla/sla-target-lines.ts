import type { SlaTargetDays, Targets } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** A row of the table of targets: one category, or all others. */
export interface SlaTargetLine {
  /** Null: all categories that have no targets of their own. */
  readonly categoryId: string | null;
  readonly name: string;
  readonly days: SlaTargetDays;
  /** The targets set for just this line, and their version; 0 where there are none. */
  readonly ownId: string | null;
  readonly version: number;
}

/** Lists the target of all other categories first, then one line a category. */
export function slaTargetLines({ defaults, mda, categories }: Targets): SlaTargetLine[] {
  const general = mda?.days ?? defaults;
  return [
    {
      categoryId: null,
      name: t`All other categories`,
      days: general,
      ownId: mda?.id ?? null,
      version: mda?.version ?? 0,
    },
    ...categories.map(({ category, own }) => ({
      categoryId: category.id,
      name: category.name,
      days: own?.days ?? general,
      ownId: own?.id ?? null,
      version: own?.version ?? 0,
    })),
  ];
}
