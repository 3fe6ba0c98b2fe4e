import { t } from '@lingui/core/macro';

/** Returns Jan to Dec, translated: browsers have no month names for some languages. */
export const shortMonths = (): string[] => [
  t({ message: 'Jan', context: 'short month' }),
  t({ message: 'Feb', context: 'short month' }),
  t({ message: 'Mar', context: 'short month' }),
  t({ message: 'Apr', context: 'short month' }),
  t({ message: 'May', context: 'short month' }),
  t({ message: 'Jun', context: 'short month' }),
  t({ message: 'Jul', context: 'short month' }),
  t({ message: 'Aug', context: 'short month' }),
  t({ message: 'Sep', context: 'short month' }),
  t({ message: 'Oct', context: 'short month' }),
  t({ message: 'Nov', context: 'short month' }),
  t({ message: 'Dec', context: 'short month' }),
];

export const longMonths = (): string[] => [
  t`January`,
  t`February`,
  t`March`,
  t`April`,
  t`May`,
  t`June`,
  t`July`,
  t`August`,
  t`September`,
  t`October`,
  t`November`,
  t`December`,
];

/** Formats a day as "5 October 2026", beside months in a sentence. */
export const dayName = (day: string): string => `${Number(day.slice(8))} ${monthName(day.slice(0, 7))}`;

/** Formats a month as "October 2026", shifted by `count` months. */
export function monthName(month: string, count = 0): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return `${longMonths()[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}
