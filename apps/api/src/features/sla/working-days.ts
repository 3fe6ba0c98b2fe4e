/** On which days people work, and when a day begins. Days are numbers, counted from 1970-01-01 as the zone has them. */
export interface WorkingCalendar {
  /** IANA name. */
  readonly timeZone: string;
  /** Weekends need not be among them. */
  readonly holidays: ReadonlySet<number>;
}

const dayLength = 86_400_000;
const hour = 3_600_000;
const quarter = hour / 4;

/** What is known of a zone: how to ask for its time, and how far ahead it is in each quarter of an hour that was asked for. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}
const zones = new Map<string, Zone>();
/** Some years of mornings; past that it begins anew. */
const mostOffsets = 10_000;

/**
 * How far the clocks of a zone are ahead of UTC at this moment. Remembered, since asking takes microseconds and a date is made
 * of dozens of such questions; clocks change on the quarter of an hour, in every zone since 2012.
 */
function offsetAt(timeZone: string, at: number): number {
  if (timeZone === 'UTC') return 0;
  const { format, offsets } = zoneOf(timeZone);
  const key = Math.floor(at / quarter);
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = readOffset(format, key * quarter);
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
  const options = { ...digits, minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone } as const;
  const zone = { format: new Intl.DateTimeFormat('en-US', options), offsets: new Map<number, number>() };
  zones.set(timeZone, zone);
  return zone;
}

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** The day of an instant. */
export function dayOf(timeZone: string, at: Date): number {
  return Math.floor((at.getTime() + offsetAt(timeZone, at.getTime())) / dayLength);
}

/** The first instant of a day; where clocks jump over midnight, the first one there is. */
export function startOfDay(timeZone: string, day: number): Date {
  const guess = day * dayLength;
  let start = guess - offsetAt(timeZone, guess);
  start = guess - offsetAt(timeZone, start);
  while (dayOf(timeZone, new Date(start)) < day) start += hour;
  return new Date(start);
}

/** The last millisecond of a day. */
export function endOfDay(timeZone: string, day: number): Date {
  return new Date(startOfDay(timeZone, day + 1).getTime() - 1);
}

/** The day of that name: YYYY-MM-DD. */
export function dayNamed(name: string): number {
  return Math.floor(Date.parse(name) / dayLength);
}

function isWorkingDay({ holidays }: WorkingCalendar, day: number): boolean {
  // 1970-01-01 was a Thursday.
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}

/** The day that is so many working days after this one. */
export function addWorkingDays(calendar: WorkingCalendar, from: number, days: number): number {
  let day = from;
  for (let left = days; left > 0;) {
    day += 1;
    if (isWorkingDay(calendar, day)) left -= 1;
  }
  return day;
}

/** The working days that come after one day, up to and with another. */
export function workingDaysBetween(calendar: WorkingCalendar, from: number, to: number): number[] {
  const days: number[] = [];
  for (let day = from + 1; day <= to; day += 1) if (isWorkingDay(calendar, day)) days.push(day);
  return days;
}

/** How much working time lies between two instants, in working days and parts of them. */
export function workingTime(calendar: WorkingCalendar, from: Date, to: Date): number {
  const { timeZone } = calendar;
  const [first, last] = [dayOf(timeZone, from), dayOf(timeZone, to)];
  let sum = 0;
  for (let day = first; day <= last; day += 1) {
    if (!isWorkingDay(calendar, day)) continue;
    sum += (day === last ? partOfDay(timeZone, day, to) : 1) - (day === first ? partOfDay(timeZone, day, from) : 0);
  }
  return Math.max(0, sum);
}

/** When so much working time has gone since an instant. */
export function afterWorkingTime(calendar: WorkingCalendar, from: Date, time: number): Date {
  const { timeZone } = calendar;
  let day = dayOf(timeZone, from);
  let left = time + (isWorkingDay(calendar, day) ? partOfDay(timeZone, day, from) : 0);
  for (; ; day += 1) {
    if (!isWorkingDay(calendar, day)) continue;
    if (left <= 1) break;
    left -= 1;
  }
  const [start, end] = [startOfDay(timeZone, day).getTime(), startOfDay(timeZone, day + 1).getTime()];
  return new Date(Math.round(start + left * (end - start)));
}

/** Days are of 23 to 25 hours where clocks change. */
function partOfDay(timeZone: string, day: number, at: Date): number {
  const [start, end] = [startOfDay(timeZone, day).getTime(), startOfDay(timeZone, day + 1).getTime()];
  return (at.getTime() - start) / (end - start);
}
