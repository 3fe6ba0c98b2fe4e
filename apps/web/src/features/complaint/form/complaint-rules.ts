import { formatDay } from '@baraza/app';
import { incidentWindow, message } from '@baraza/contract';
import type { ComplaintValues } from './complaint-values.ts';

export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The days that may be named, by the citizen's own calendar. */
export function allowedDays(now = new Date()): { min: string; max: string } {
  return incidentWindow(formatDay(now.toISOString()));
}

/** The rules that the schema cannot know. */
export function checkComplaint(
  values: ComplaintValues,
  around: { needsJurisdiction: boolean; files: number; maxFiles: number; days: { min: string; max: string } },
): Record<string, string> {
  const { incidentDate: day } = values;
  const found: Record<string, string> = {};
  if (around.needsJurisdiction && !values.mdaJurisdiction) found['mdaJurisdiction'] = message.jurisdictionRequired;
  if (day && (day < around.days.min || day > around.days.max)) found['incidentDate'] = message.incidentDate;
  if (around.files > around.maxFiles) found['files'] = message.tooManyFiles;
  return found;
}
