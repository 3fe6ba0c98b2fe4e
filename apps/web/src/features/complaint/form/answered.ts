import { NewComplaint, SpokenComplaint } from '@baraza/contract';
import type { ComplaintValues } from './complaint-values.ts';

/** Whether a field holds what the server would take: its tick promises no less. */
export function isAnswered(
  values: ComplaintValues,
  name: keyof ComplaintValues,
  { days, recording }: { days: { min: string; max: string }; recording: object | null },
): boolean {
  const value = values[name];
  const { shape } = recording ? SpokenComplaint : NewComplaint;
  const isSpoken = recording !== null && (name === 'title' || name === 'description');
  if ((value === '' && !isSpoken) || !shape[name].safeParse(value).success) return false;
  return name !== 'incidentDate' || (value >= days.min && value <= days.max);
}
