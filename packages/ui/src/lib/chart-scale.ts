/** Returns at most five evenly spaced whole numbers, from 0 to at least `highest`. */
export function countTicks(highest: number): number[] {
  const step = niceStep(Math.max(highest, 1) / 4);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Returns the smallest round number (1, 2, 5, 10, 20 …) not below `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

/** Returns the number of points per label, so that labels of `labelWidth` do not touch. */
export function labelInterval(labelWidth: number, pointDistance: number): number {
  return Math.max(1, Math.ceil(labelWidth / Math.max(pointDistance, 1)));
}

/** Whether a point has a label: at regular steps, and always the last one. */
export function isLabelled(index: number, count: number, interval: number): boolean {
  const last = count - 1;
  return index === last || (index % interval === 0 && last - index >= interval);
}
