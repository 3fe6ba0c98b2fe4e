/** Counts from 0 to 7 are all published as this. */
export const underTen = 5;
/** The least values that a published count leaves open. */
const leastOpen = 5;

/** Rounds a count to 5, those under 8 alike: each published count leaves at least five values open. */
export function roundCount(count: number): number {
  return count < 8 ? underTen : Math.round(count / 5) * 5;
}

/** The counts, both included, that are published as `rounded`. */
export function openRange(rounded: number): readonly [low: number, high: number] {
  return rounded === underTen ? [0, 7] : [rounded - 2, rounded + 2];
}

/** Whether each part leaves five values open, though the range of the sum is known. */
export function leavesOpen(rounded: readonly number[], [low, high]: readonly [number, number]): boolean {
  const ranges = rounded.map(openRange);
  const least = ranges.reduce((sum, range) => sum + range[0], 0);
  const most = ranges.reduce((sum, range) => sum + range[1], 0);
  return ranges.every(([from, to]) => {
    const known = [Math.max(from, low - (most - to)), Math.min(to, high - (least - from))] as const;
    return known[1] - known[0] + 1 >= leastOpen;
  });
}
