import { comparedMin } from '@baraza/contract/numbers/funnel';
import type { AgencyNumbers, SolvedCounts } from '@baraza/contract/numbers/numbers';
import { underTen } from '@baraza/contract/numbers/round-counts';

/** Percent resolved in time of those due; null for too few. */
export function rateOf({ due, kept }: AgencyNumbers): number | null {
  return due < comparedMin ? null : Math.round((kept / due) * 100);
}

/** Percentage points above or below what is expected; null for too few. */
export function differenceOf(agency: AgencyNumbers): number | null {
  const rate = rateOf(agency);
  return rate === null || agency.expected === null ? null : rate - agency.expected;
}

/** Computes the percentage of yes among those who answered, and among all: the others meaning no, or yes. Null for too few. */
export function confirmedRates({ asked, yes, no }: SolvedCounts) {
  // What is under ten may be none at all: a share of it would be made up.
  if (yes === null || no === null || yes === underTen || no === underTen) return null;
  const answered = yes + no;
  if (answered < comparedMin || asked < answered) return null;
  const percentOf = (part: number, whole: number) => Math.round((part / whole) * 100);
  return { answered, rate: percentOf(yes, answered), worst: percentOf(yes, asked), best: percentOf(asked - no, asked) };
}
