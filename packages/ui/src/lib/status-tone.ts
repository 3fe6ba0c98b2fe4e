const tones = ['pending', 'processing', 'resolved', 'canceled'] as const;

/** The four statuses that have a look of their own; anything else the server sends is shown plainly. */
export type StatusTone = (typeof tones)[number];

/** The tone of a status ('Pending', 'processing'), or null if unknown. */
export function statusTone(status: string): StatusTone | null {
  const tone = status.trim().toLowerCase();
  return tones.find((known) => known === tone) ?? null;
}
