import { factLabels, formatDay } from '@baraza/app';
import { incidentWindow, limit, message, NewComplaint, SpokenComplaint } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import type { ComplaintValues } from './complaint-values.ts';

/** What the fields are called; also those that hold no text. */
export const complaintLabels = () => ({
  mda: t`MDA`,
  mdaJurisdiction: t`Jurisdiction`,
  category: t`Category`,
  title: t`Subject/Title`,
  description: t`Details/Description`,
  area: t`Area`,
  lat: t`Coordinates`,
  lon: t`Coordinates`,
  accuracy: t`Coordinates`,
  ...factLabels(),
  incidentDate: t`When did it happen`,
  files: t`Photos or videos`,
  identity: t`Who sees your name?`,
  callPhone: t`Phone`,
  audio: t`Say it instead of typing`,
});

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

/** Whether a field holds what the server would take: its tick promises no less. */
export function isAnswered(
  values: ComplaintValues,
  name: keyof ComplaintValues,
  { days, recording }: { days: Days; recording: object | null },
): boolean {
  const value = values[name];
  const { shape } = recording ? SpokenComplaint : NewComplaint;
  const isSpoken = recording !== null && (name === 'title' || name === 'description');
  if ((value === '' && !isSpoken) || !shape[name].safeParse(value).success) return false;
  return name !== 'incidentDate' || (value >= days.min && value <= days.max);
}
