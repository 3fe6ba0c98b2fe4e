import { limit } from './limit.ts';

/** The last one alone, since anybody may name zones: to make it takes a twentieth of filing a complaint. */
let lastFormat: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined;

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  if (lastFormat?.timeZone !== timeZone)
    lastFormat = { timeZone, format: new Intl.DateTimeFormat('en-CA', { ...digits, timeZone }) };
  return lastFormat.format;
}

/** The day of `now` where the person is; an unknown or absent zone counts as UTC. */
export function dayIn(timeZone: string | undefined, now: Date): string {
  try {
    return dayFormat(timeZone || 'UTC').format(now);
  } catch {
    return now.toISOString().slice(0, 10);
  }
}

/**
 * The days an incident may be dated: six months ago to today, both included (specification section 9).
 * From a day that the earlier month lacks, the window starts on that month's last day.
 */
export function incidentWindow(today: string): { min: string; max: string } {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - limit.incidentMonths, 0)).getUTCDate();
  const start = new Date(Date.UTC(year, month - 1 - limit.incidentMonths, Math.min(day, lastDay)));
  return { min: start.toISOString().slice(0, 10), max: today };
}
