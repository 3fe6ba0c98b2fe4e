import { t } from '@lingui/core/macro';

/** Words a percentage, or both ends of its range. */
export function percentRange({ low: rate, high }: { low: number; high: number }): string {
  return rate === high ? t`${rate} %` : t`${rate} % to ${high} %`;
}
