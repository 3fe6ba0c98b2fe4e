import { NewComplaint } from '@baraza/contract/complaint/complaint';
import type { ComplaintValues } from './complaint-values.ts';

/** Whether a field holds what the server would take: its tick promises no less. */
export function isAnswered(
  values: ComplaintValues,
  name: keyof ComplaintValues,
  days: { min: string; max: string },
): boolean {
  const value = values[name];
  if (value === '' || !NewComplaint.shape[name].safeParse(value).success) return false;
  return name !== 'incidentDate' || (value >= days.min && value <= days.max);
}
