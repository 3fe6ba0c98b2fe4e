import type { Complaint } from '@baraza/contract';
import type { StatusTone } from '@baraza/ui/lib/status-tone';

const stationOf: Partial<Record<Complaint['history'][number]['action'], StatusTone>> = {
  submit: 'pending',
  reopen: 'pending',
  upholdAppeal: 'pending',
  start: 'processing',
  resolve: 'resolved',
  withdraw: 'canceled',
  reject: 'canceled',
};

/** When the complaint came to each station in its present round. A date that is not known is left out, never guessed. */
export function stationDates(complaint: Pick<Complaint, 'history' | 'cycle'>): Partial<Record<StatusTone, string>> {
  const dates: Partial<Record<StatusTone, string>> = {};
  for (const entry of complaint.history) {
    const station = stationOf[entry.action];
    if (station && entry.cycle === complaint.cycle) dates[station] ??= entry.at;
  }
  return dates;
}
