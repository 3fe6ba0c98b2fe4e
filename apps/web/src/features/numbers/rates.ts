import { comparedMin } from '@baraza/contract/numbers/funnel';
import type { AgencyNumbers } from '@baraza/contract/numbers/numbers';

/** Percent resolved in time of those due; null for too few. */
export function rateOf({ due, kept }: AgencyNumbers): number | null {
  return due < comparedMin ? null : Math.round((kept / due) * 100);
}

/** Percentage points above or below what is expected; null for too few. */
export function differenceOf(agency: AgencyNumbers): number | null {
  const rate = rateOf(agency);
  return rate === null || agency.expected === null ? null : rate - agency.expected;
}
