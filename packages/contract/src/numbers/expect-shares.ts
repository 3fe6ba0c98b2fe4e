import { comparedMin } from './funnel.ts';
import { openRange, type Range, underTen } from './round-counts.ts';

/** Counts of an agency as they are published. */
export interface PublishedMix {
  readonly due: number;
  readonly kept: number;
  /** Due by category, as `openRanges` leaves them; empty where it leaves none. */
  readonly categories: readonly Range[];
}

/** Least number of agencies sharing a category before its sum is used: fewer would reveal a count. */
const fewest = 3;

/**
 * Computes the share in time (0 to 1) that each agency's categories let expect; null where there is too little
 * to compare. `kept` has how many of each category those with `categories` resolved in time, rounded as `roundCount` does.
 */
export function expectShares(agencies: readonly PublishedMix[], kept: readonly number[]): (number | null)[] {
  const mixes = agencies.map(mixOf);
  const average = sum(agencies.map((agency) => agency.kept)) / sum(agencies.map(({ due }) => due));
  const shares = openKept(agencies, kept).map((count, category) => {
    return count === null ? null : Math.min(1, count / sum(mixes.map((mix) => mix[category] ?? 0)));
  });
  return agencies.map(({ due }, agency) => {
    const mix = mixes[agency]!;
    const comparable = sum(mix.map((count, category) => (shares[category] === null ? 0 : count)));
    if (due < comparedMin || comparable === 0 || comparable < sum(mix) / 2) return null;
    return sum(mix.map((count, category) => count * (shares[category] ?? average))) / sum(mix);
  });
}

/** Coarsens the shares of each category until they reveal no agency's count; null where too few share it. */
export function openKept(agencies: readonly PublishedMix[], kept: readonly number[]): (number | null)[] {
  return kept.map((count, category) => {
    if (agencies.filter(({ categories }) => !isSmall(categories[category])).length < fewest) return null;
    const bounds = agencies.map((agency) => boundsOf(agency, category));
    const [least, most] = [sum(bounds.map(({ low }) => low)), sum(bounds.map(({ high }) => high))];
    // So far below the maximum, nothing follows for the complaints due; a little further, since sums of several categories reveal more.
    const margin = Math.max(...bounds.map(({ open }) => open)) + 2;
    return Math.max(least + 2, Math.min(most - margin, count));
  });
}

/** Bounds of a category's kept cases, and how many the due count leaves open. */
function boundsOf({ due, kept, categories }: PublishedMix, category: number) {
  const own = categories[category];
  if (own === undefined || kept === underTen) return { low: 0, high: 0, open: 0 };
  const others = categories.filter((_, at) => at !== category);
  const [leastOthers, mostOthers] = [sum(others.map(([low]) => low)), sum(others.map(([, high]) => high))];
  const high = Math.min(kept, isSmall(own) ? 4 : own[1], openRange(due)[1] - leastOthers);
  return { low: Math.max(0, kept - mostOthers), high, open: Math.max(4, high - own[0]) };
}

/** Estimates the counts: those under ten share the rest of the complaints due. */
function mixOf({ due, categories }: PublishedMix): number[] {
  const middles = categories.map((range) => (isSmall(range) ? null : (range[0] + range[1]) / 2));
  const rest = due - sum(middles.map((middle) => middle ?? 0));
  const share = Math.min(underTen, Math.max(0, rest) / middles.filter((middle) => middle === null).length);
  return middles.map((middle) => middle ?? share);
}

const isSmall = (range: Range = [0, 0]) => range[0] === 0;
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
