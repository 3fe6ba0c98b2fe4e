/** 97.5 % point of the normal distribution. */
const z95 = 1.959964;

/** Wilson's 95 % interval of a share (Wilson 1927): with few cases it is wide, with none it is everything. */
export function wilsonInterval(part: number, whole: number): { lower: number; upper: number } {
  if (whole === 0) return { lower: 0, upper: 1 };
  const share = part / whole;
  const weight = z95 ** 2 / whole;
  const middle = share + weight / 2;
  const half = z95 * Math.sqrt((share * (1 - share)) / whole + weight / (4 * whole));
  return { lower: (middle - half) / (1 + weight), upper: (middle + half) / (1 + weight) };
}
