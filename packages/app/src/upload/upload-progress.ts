/** How far one part of an upload has come, in bytes. */
export interface PartProgress {
  readonly sent: number;
  readonly size: number;
  readonly done: boolean;
}

/** Computes how far each file is. A multipart body sends fields first, then the files one after another. */
export function partProgress(sizes: readonly number[], sent: number, total: number): PartProgress[] {
  const overhead = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0));
  let left = Math.max(0, sent - overhead);
  return sizes.map((size) => {
    const mine = Math.min(size, left);
    left -= mine;
    return { sent: mine, size, done: mine === size && sent > overhead };
  });
}

/** A whole percent, 0 to 100; an empty upload has nothing left to do. */
export function percentOf(sent: number, total: number): number {
  if (total <= 0) return 100;
  return Math.max(0, Math.min(100, Math.floor((sent / total) * 100)));
}

/** Seconds still to go at the speed so far; unknown in the first three seconds, when it would be a guess. */
export function secondsLeft(elapsedMs: number, sent: number, total: number): number | null {
  if (elapsedMs < 3000 || sent <= 0 || sent >= total) return null;
  return Math.ceil(((total - sent) / sent) * (elapsedMs / 1000));
}
