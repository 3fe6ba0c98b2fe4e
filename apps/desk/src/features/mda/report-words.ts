import { t } from '@lingui/core/macro';

/** "67 %", or a dash where there is nothing to count. */
export function percentWord(percent: number | null): string {
  return percent === null ? '–' : t`${percent} %`;
}

/** Days with one decimal, or a dash. */
export function daysWord(days: number | null): string {
  return days === null ? '–' : String(days);
}
