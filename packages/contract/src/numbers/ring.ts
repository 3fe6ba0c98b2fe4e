const rings = [
  { radius: 86, people: 16 },
  { radius: 122, people: 22 },
  { radius: 158, people: 28 },
  { radius: 194, people: 34 },
];

/** Draws 100 people in rings as dots of two SVG paths. `solved` of them are spread evenly. */
export function ringPaths(solved: number): { said: string; notYet: string } {
  const paths = { said: '', notYet: '' };
  let person = 0;
  for (const { radius, people } of rings) {
    for (let place = 0; place < people; place += 1, person += 1) {
      const angle = (2 * Math.PI * (place + 0.5)) / people;
      const dot = `M${Math.round(radius * Math.cos(angle))} ${Math.round(radius * Math.sin(angle))}h0`;
      // 37 and 100 share no divisor, so each person gets a rank of their own.
      paths[(person * 37) % 100 < solved ? 'said' : 'notYet'] += dot;
    }
  }
  return paths;
}
