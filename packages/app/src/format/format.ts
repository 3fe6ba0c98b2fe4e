import { plural, t } from '@lingui/core/macro';

const two = (number: number) => String(number).padStart(2, '0');

/** YYYY-MM-DD where the person is. A plain day passes unchanged. */
export function formatDay(at: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/u.test(at)) return at;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** HH:MM where the person is. */
export function formatTime(at: string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** YYYY-MM-DD HH:MM where the person is. */
export const formatMoment = (at: string): string => `${formatDay(at)} ${formatTime(at)}`;

/** The same with seconds, for what a machine did. */
export const formatInstant = (at: string): string => `${formatMoment(at)}:${two(new Date(at).getSeconds())}`;

/** "6 days ago". Our own words, since browsers have none for some of the languages to come. */
export function formatAgo(at: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / 60_000);
  if (minutes < 1) return t`just now`;
  if (minutes < 60) return t`${plural(minutes, { one: '# minute ago', other: '# minutes ago' })}`;
  const days = daysBetween(at, now);
  if (days === 0) {
    const hours = Math.floor(minutes / 60);
    return t`${plural(hours, { one: '# hour ago', other: '# hours ago' })}`;
  }
  if (days === 1) return t`Yesterday`;
  return t`${plural(days, { one: '# day ago', other: '# days ago' })}`;
}

/** Whole days on the calendar, so that last night is yesterday. */
function daysBetween(at: string, now: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((day(now) - day(new Date(at))) / 86_400_000);
}

/** "412 KB", "3.9 MB": the units people read on their phones. */
export function formatSize(bytes: number): string {
  if (bytes < 1024 * 1024) {
    const kb = Math.max(1, Math.round(bytes / 1024));
    return t`${kb} KB`;
  }
  const mb = (bytes / 1024 / 1024).toFixed(1);
  return t`${mb} MB`;
}

/** "4,210", always in Latin digits. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
