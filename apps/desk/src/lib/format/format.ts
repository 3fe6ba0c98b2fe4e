import { plural, t } from '@lingui/core/macro';
import { splitMinutes } from './timer.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Formats as YYYY-MM-DD in local time. A plain day is unchanged. */
export function formatDay(at: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/u.test(at)) return at;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Formats as HH:MM in local time. */
export function formatTime(at: string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Formats as "6 days ago". In our own words, since browsers have none for some of the languages to come. */
export function formatAgo(at: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / 60_000);
  if (minutes < 1) return t`just now`;
  if (minutes < 60) return t`${plural(minutes, { one: '# minute ago', other: '# minutes ago' })}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t`${plural(hours, { one: '# hour ago', other: '# hours ago' })}`;
  const days = Math.floor(hours / 24);
  if (days < 60) return t`${plural(days, { one: '# day ago', other: '# days ago' })}`;
  const months = Math.floor(days / 30.44);
  if (days < 730) return t`${plural(months, { one: '# month ago', other: '# months ago' })}`;
  const years = Math.floor(days / 365.25);
  return t`${plural(years, { one: '# year ago', other: '# years ago' })}`;
}

/** Formats a span as "12 d", "1 d 4 h", "2 h 05 min" or "45 min". */
export function formatSpan(totalMinutes: number): string {
  const { days, hours, minutes } = splitMinutes(totalMinutes);
  const padded = two(minutes);
  if (days > 0) return hours > 0 && days < 7 ? t`${days} d ${hours} h` : t`${days} d`;
  if (hours > 0) return minutes > 0 ? t`${hours} h ${padded} min` : t`${hours} h`;
  return t`${minutes} min`;
}

/** Formats as "4,210", always in Latin digits. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
