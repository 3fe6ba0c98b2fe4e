/** Computes whole percents sent of each file. A multipart body sends fields first, then the files one after another. */
export function percentsSent(sizes: readonly number[], sent: number, total: number): number[] {
  const overhead = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0));
  let left = Math.max(0, sent - overhead);
  return sizes.map((size) => {
    const part = Math.min(size, left);
    left -= part;
    return size > 0 ? Math.floor((part / size) * 100) : 100;
  });
}
