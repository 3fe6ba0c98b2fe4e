/** Least number of people in a burst: fewer are no event. */
export const fewestInBurst = 5;

/** The number of a day that is taken as usual where hardly any came. */
const leastUsual = 0.5;
/** Chance below which a number is no coincidence. */
const rare = 0.001;

/** Whether a number of complaints is a burst beside the usual one: by chance it would come less than once in a thousand times. */
export function isBurst(count: number, usual: number): boolean {
  return count >= fewestInBurst && poissonTail(count, Math.max(usual, leastUsual)) < rare;
}

/** Returns the chance of at least `count` events, where `mean` are usual (Poisson). */
function poissonTail(count: number, mean: number): number {
  if (count <= mean) return 1;
  // Sums logarithms, since powers of great means are too great.
  let log = -mean;
  for (let at = 1; at <= count; at += 1) log += Math.log(mean / at);
  let [sum, term] = [0, Math.exp(log)];
  for (let at = count + 1; term > rare * 1e-6; at += 1) {
    sum += term;
    term *= mean / at;
  }
  return sum;
}
