/**
 * Returns the probability that two lists differ this much by chance (Mann–Whitney, two-sided, normal approximation).
 * Near 1 there is no visible difference. Only ranks count, so that one slow reply counts for little.
 */
export function chanceOfSame(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, mine: true })), ...other.map((value) => ({ value, mine: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const count = end - start;
    // Equal values share the mean of their ranks.
    rankSum += all.slice(start, end).filter((it) => it.mine).length * ((start + 1 + end) / 2);
    ties += count ** 3 - count;
    start = end;
  }
  const [n, m, total] = [one.length, other.length, all.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const spread = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  return spread === 0 ? 1 : erfc(Math.abs(u - (n * m) / 2) / spread / Math.SQRT2);
}

/** Computes the complementary error function to seven digits (Abramowitz and Stegun, 7.1.26, refined). */
function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  const series = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ];
  const sum = series.reduceRight((rest, factor) => factor + t * rest, 0);
  return t * Math.exp(-x * x + sum);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
