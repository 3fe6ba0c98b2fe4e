import type { Measures } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Formats a percentage, or says that too few complaints are behind it. */
export function percentWord(percent: number | null): string {
  return percent === null ? t`too few` : t`${percent} %`;
}

/** Formats days with one decimal. */
export function daysWord(days: number | null): string {
  return days === null ? t`too few` : String(days);
}

/** Formats the satisfaction, from 1 to 5. */
export function satisfactionWord({ mean }: Measures['satisfaction']): string {
  return mean === null ? t`too few` : String(mean);
}
