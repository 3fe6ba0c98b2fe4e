import { countDeskComplaints, getDeskComplaint, listDeskComplaints } from '@baraza/contract';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '@baraza/app';

/** Refetches lists, counts, and the named complaints; all complaints when none is named. */
export function refreshDesk(client: QueryClient, complaints: readonly string[]): void {
  void client.invalidateQueries({ queryKey: [listDeskComplaints.path] });
  void client.invalidateQueries({ queryKey: [countDeskComplaints.path] });
  if (complaints.length === 0) void client.invalidateQueries({ queryKey: [getDeskComplaint.path] });
  for (const id of complaints) void client.invalidateQueries(endpointQuery(getDeskComplaint, { params: { id } }));
}

let live = false;

export function setLive(isLive: boolean): void {
  live = isLive;
}

const often = 30_000;
/** Due dates pass without an event. */
const seldom = 5 * 60_000;

/** Returns the refetch interval in milliseconds. */
export function refreshPause(): number {
  return live ? seldom : often;
}
