/** Counts from 0 to 7 are all published as this. */
export const underTen = 5;
/** The least values that a published count leaves open. */
const leastOpen = 5;

/** Rounds a count to 5, those under 8 alike: each published count leaves at least five values open. */
export function roundCount(count: number): number {
  return count < 8 ? underTen : Math.round(count / 5) * 5;
}

export type Range = readonly [low: number, high: number];

/** The counts, both included, that are published as `rounded`. */
export function openRange(rounded: number): Range {
  return rounded === underTen ? [0, 7] : [rounded - 2, rounded + 2];
}

/** Rounds a count so that five values stay open, also to who knows `most`. */
export function roundPart(count: number, most: number): number {
  const stepsBelow = Math.floor((most - count) / leastOpen);
  return roundCount(Math.max(0, most - stepsBelow * leastOpen - 2));
}

/** The counts, both included, that `roundPart` publishes as `rounded`. */
export function openRangeOfPart(rounded: number, most: number): Range {
  const stepsBelow = Math.max(0, Math.ceil((most - 2 - openRange(rounded)[1]) / leastOpen));
  const high = most - stepsBelow * leastOpen;
  return [rounded === underTen ? 0 : high - leastOpen + 1, high];
}

/** Whether each part leaves five values open to who knows the sum. */
export function leavesOpen(ranges: readonly Range[], [low, high]: Range): boolean {
  const least = ranges.reduce((sum, range) => sum + range[0], 0);
  const most = ranges.reduce((sum, range) => sum + range[1], 0);
  return ranges.every(([from, to]) => {
    const known = [Math.max(from, low - (most - to)), Math.min(to, high - (least - from))] as const;
    return known[1] - known[0] >= Math.min(leastOpen - 1, to - from);
  });
}

/** Returns ranges of counts, doubled from 5 until the known sum leaves them open; none where it never does. */
export function openRanges(counts: readonly number[], sum: Range): Range[] {
  for (let width = leastOpen; width < 100; width *= 2) {
    const ranges = counts.map((count): Range => {
      const low = 8 + Math.floor((count - 8) / width) * width;
      return count < 8 ? openRange(underTen) : [low, low + width - 1];
    });
    if (leavesOpen(ranges, sum)) return ranges;
  }
  return [];
}

/** Whether the range of their sum narrows no part at all. */
export function leavesWhole(ranges: readonly Range[], [low, high]: Range): boolean {
  const slack = Math.min(
    ranges.reduce((sum, [, to]) => sum + to, 0) - low,
    ranges.reduce((sum, [from]) => sum - from, high),
  );
  return ranges.every(([from, to]) => to - from <= slack);
}
