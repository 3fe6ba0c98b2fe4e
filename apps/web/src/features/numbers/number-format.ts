import { formatCount } from '@baraza/app';
import { underTen } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** A count that may be hidden: too small to be told, or left out. */
export function countText(value: number | null): string {
  if (value === null) return '–';
  return value === underTen ? t`under 10` : formatCount(value);
}

export const percent = (value: number | null) => (value === null ? '–' : t`${value}%`);

/** With its sign, and a true minus. */
export function signed(points: number | null): string {
  if (points === null) return '–';
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}
