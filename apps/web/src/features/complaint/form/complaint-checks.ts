import { formatDay } from '@baraza/app';
import { incidentWindow, limit, message } from '@baraza/contract';
import type { ComplaintValues } from './complaint-values.ts';

export interface Days {
  readonly min: string;
  readonly max: string;
}

/** The days that may be named, by the citizen's own calendar. */
export function allowedDays(now = new Date()): Days {
  return incidentWindow(formatDay(now.toISOString()));
}

/** The rules that the schema cannot know. */
export function checkComplaint(
  { mdaJurisdiction, incidentDate: day }: ComplaintValues,
  { needsJurisdiction, files, days }: { needsJurisdiction: boolean; files: number; days: Days },
): Record<string, string> {
  const found: Record<string, string> = {};
  if (needsJurisdiction && !mdaJurisdiction) found['mdaJurisdiction'] = message.jurisdictionRequired;
  if (day && (day < days.min || day > days.max)) found['incidentDate'] = message.incidentDate;
  if (files > limit.mediaFiles) found['files'] = message.tooManyFiles;
  return found;
}
