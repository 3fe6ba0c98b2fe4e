import { formatCount } from '@baraza/app';
import { underTen } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Formats a count, which may be too small to publish, or left out. */
export function countText(value: number | null): string {
  if (value === null) return '–';
  return value === underTen ? t`under 10` : formatCount(value);
}

export const percent = (value: number | null) => (value === null ? '–' : t`${value}%`);

/** Formats a difference with its sign, and a true minus. */
export function signed(points: number | null): string {
  if (points === null) return '–';
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}
