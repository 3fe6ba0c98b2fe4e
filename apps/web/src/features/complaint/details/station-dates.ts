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

/** Dates on which a complaint reached each station in its current cycle. Unknown dates are left out. */
export function stationDates(complaint: Pick<Complaint, 'history' | 'cycle'>): Partial<Record<StatusTone, string>> {
  const dates: Partial<Record<StatusTone, string>> = {};
  for (const entry of complaint.history) {
    const station = stationOf[entry.action];
    if (station && entry.cycle === complaint.cycle) dates[station] ??= entry.at;
  }
  return dates;
}
