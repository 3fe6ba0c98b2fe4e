import type { ConfirmedRates } from '../mda/mda.ts';
import { comparedMin } from './funnel.ts';
import type { AgencyNumbers, MonthCounts } from './numbers.ts';
import { underTen } from './round-counts.ts';

const percentOf = (part: number, whole: number) => Math.round((part / whole) * 100);

/** Percent resolved in time of those due; null for too few. */
export function rateOf({ due, kept }: Pick<MonthCounts, 'due' | 'kept'>): number | null {
  return due < comparedMin ? null : percentOf(kept, due);
}

/** Percentage points above or below the expected share; null for too few. */
export function differenceOf(agency: AgencyNumbers): number | null {
  const rate = rateOf(agency);
  return rate === null || agency.expected === null ? null : rate - agency.expected;
}

/** Computes citizens' confirmations of a number of resolved complaints. */
export function ratesOfAnswers(asked: number, { yes, no }: { yes: number; no: number }): ConfirmedRates {
  const answered = yes + no;
  return { answered, rate: percentOf(yes, answered), worst: percentOf(yes, asked), best: percentOf(asked - no, asked) };
}

/** Computes these from published counts; null for too few. */
export function confirmedRates(agency?: Pick<AgencyNumbers, 'resolved' | 'answers'>): ConfirmedRates | null {
  if (!agency?.answers) return null;
  const { resolved, answers } = agency;
  const { yes, no } = answers;
  // A count under ten may be zero: a share of it would be made up.
  if (yes === underTen || no === underTen || yes + no < comparedMin || resolved < yes + no) return null;
  return ratesOfAnswers(resolved, answers);
}

/** Computes these for all agencies that show a rate. Their sum reveals nothing more. */
export function totalConfirmedRates(agencies: readonly AgencyNumbers[]): ConfirmedRates | null {
  const sum = { resolved: 0, answers: { yes: 0, no: 0 } };
  for (const agency of agencies) {
    if (!agency.answers || confirmedRates(agency) === null) continue;
    sum.resolved += agency.resolved;
    sum.answers.yes += agency.answers.yes;
    sum.answers.no += agency.answers.no;
  }
  return confirmedRates(sum);
}
