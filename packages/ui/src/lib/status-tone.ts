/** The four statuses that have a look of their own; anything else the server sends is shown plainly. */
export type StatusTone = 'pending' | 'processing' | 'resolved' | 'canceled';

const tones = new Set<string>(['pending', 'processing', 'resolved', 'canceled']);

/** The tone of a status ('Pending', 'processing'), or null if unknown. */
export function statusTone(status: string): StatusTone | null {
  const tone = status.trim().toLowerCase();
  return tones.has(tone) ? (tone as StatusTone) : null;
}
