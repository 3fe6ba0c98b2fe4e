import type { Measures } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** "67 %", or that it would rest on too few complaints. */
export function percentWord(percent: number | null): string {
  return percent === null ? t`too few` : t`${percent} %`;
}

/** Days with one decimal. */
export function daysWord(days: number | null): string {
  return days === null ? t`too few` : String(days);
}

/** From 1 to 5. */
export function satisfactionWord({ mean }: Measures['satisfaction']): string {
  return mean === null ? t`too few` : String(mean);
}
