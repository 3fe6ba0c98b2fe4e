const tones = ['pending', 'processing', 'resolved', 'canceled'] as const;

/** The four statuses with a look of their own; any other is shown plainly. */
export type StatusTone = (typeof tones)[number];

/** Returns the tone of a status ('Pending', 'processing'), or null if unknown. */
export function statusTone(status: string): StatusTone | null {
  const tone = status.trim().toLowerCase();
  return tones.find((known) => known === tone) ?? null;
}
