/** The least cases behind a rate or a comparison. */
export const comparedMin = 20;

/** One comparison: cases met, and the share expected from their mix of categories. */
export interface FunnelPoint {
  readonly cases: number;
  readonly met: number;
  /** From 0 to 1. */
  readonly expected: number;
}

export const groups = ['better', 'expected', 'worse'] as const;
export type Group = (typeof groups)[number];

/** Lines of a funnel plot: limits on both sides of the expected share. */
export interface Funnel {
  /** Share of all that were met, from 0 to 1. */
  readonly average: number;
  /** Variance between agencies that chance and mix leave unexplained (τ²). */
  readonly spread: number;
  /** Width of the outer limits, in standard errors. */
  readonly outer: number;
}

/** Width of the inner limits: one of 20 lies outside by chance. */
export const innerWidth = 1.96;
/** The least width of the outer limits: one of 500 lies outside by chance. */
const outerMin = 3.09;
/** Chance that anybody at all is named where all are equal. */
const anybodyByChance = 0.05;
/** Share of agencies pulled in at each end: an outlier must not hide itself. */
const winsorised = 0.1;

/** Distance of a limit from the expected share. */
export function limitAt(cases: number, expected: number, width: number, spread: number): number {
  return width * Math.sqrt(varianceOf({ cases, expected }) + spread);
}

/** Places each agency in a funnel with over-dispersion (Spiegelhalter 2005, additive model). */
export function compareInFunnel(points: readonly FunnelPoint[]): { funnel: Funnel; groups: Group[] } {
  const cases = points.reduce((sum, point) => sum + point.cases, 0);
  const average = cases === 0 ? 0 : points.reduce((sum, point) => sum + point.met, 0) / cases;
  const byChance = normalTail(anybodyByChance / (2 * Math.max(1, points.length)));
  const funnel = { average, spread: estimateSpread(points), outer: Math.max(outerMin, byChance) };
  return { funnel, groups: points.map((point) => groupOf(point, funnel)) };
}

function groupOf(point: FunnelPoint, { outer, spread }: Funnel): Group {
  const difference = differenceOf(point);
  if (Math.abs(difference) <= limitAt(point.cases, point.expected, outer, spread)) return 'expected';
  return difference > 0 ? 'better' : 'worse';
}

const differenceOf = ({ cases, met, expected }: FunnelPoint) => met / cases - expected;

/** Returns the variance of a share: binomial, plus the error of rounded counts. */
function varianceOf({ cases, expected }: Pick<FunnelPoint, 'cases' | 'expected'>): number {
  // Limits need a width also where all or nothing is expected.
  const share = Math.min(0.98, Math.max(0.02, expected));
  return (share * (1 - share)) / cases + (6 + 2 * share ** 2) / cases ** 2;
}

/** Estimates τ² by moments from winsorised z-scores (Spiegelhalter 2005; DerSimonian and Laird 1986). */
function estimateSpread(points: readonly FunnelPoint[]): number {
  const count = points.length;
  if (count < 2) return 0;
  const scores = points.map((point) => differenceOf(point) / Math.sqrt(varianceOf(point)));
  const sorted = scores.toSorted((a, b) => a - b);
  const cut = Math.round(count * winsorised);
  const [low = 0, high = 0] = [sorted[cut], sorted[count - 1 - cut]];
  const sum = scores.reduce((total, score) => total + Math.min(high, Math.max(low, score)) ** 2, 0);
  const weights = points.map((point) => 1 / varianceOf(point));
  const total = weights.reduce((all, weight) => all + weight, 0);
  const squares = weights.reduce((all, weight) => all + weight ** 2, 0);
  return Math.max(0, (sum - (count - 1)) / (total - squares / total));
}

/** Computes the point of the normal distribution with `tail` above it. Abramowitz and Stegun 26.2.23. */
function normalTail(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t ** 2) / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3);
}
