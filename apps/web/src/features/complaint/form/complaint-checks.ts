import { formatDay } from '@baraza/app';
import { incidentWindow, limit, message } from '@baraza/contract';
import type { ComplaintValues } from './complaint-values.ts';

export interface Days {
  readonly min: string;
  readonly max: string;
}

/** Returns the first and last allowed day of an incident, in the citizen's time zone. */
export function allowedDays(now = new Date()): Days {
  return incidentWindow(formatDay(now.toISOString()));
}

/** Returns the day before `day`; both are YYYY-MM-DD. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** Checks the rules that depend on more than the schema knows; returns errors by field. */
export function checkComplaint(
  { mdaJurisdiction, incidentDate: day }: ComplaintValues,
  { needsJurisdiction, files, days }: { needsJurisdiction: boolean; files: number; days: Days },
): Record<string, string> {
  const errors: Record<string, string> = {};
  if (needsJurisdiction && !mdaJurisdiction) errors['mdaJurisdiction'] = message.jurisdictionRequired;
  if (day && (day < days.min || day > days.max)) errors['incidentDate'] = message.incidentDate;
  if (files > limit.mediaFiles) errors['files'] = message.tooManyFiles;
  return errors;
}
