/** Moves labels that would overlap apart, keeping their order and as near to their place as the gap allows. */
export function spreadLabels<Key>(
  wanted: Array<{ key: Key; y: number }>,
  gap: number,
  bottom: number,
): Map<Key, number> {
  const sorted = wanted.toSorted((a, b) => a.y - b.y);
  const placed: number[] = [];
  sorted.forEach((label, i) => placed.push(Math.max(label.y, (placed[i - 1] ?? -Infinity) + gap)));
  for (let i = placed.length - 1; i >= 0; i--) {
    const limit = i === placed.length - 1 ? bottom : (placed[i + 1] ?? bottom) - gap;
    placed[i] = Math.min(placed[i] ?? 0, limit);
  }
  return new Map(sorted.map((label, i) => [label.key, placed[i] ?? label.y]));
}
