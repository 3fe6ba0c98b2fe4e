import { countDeskComplaints, getDeskComplaint, listDeskComplaints } from '@baraza/contract';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/api/api.ts';

/** Asks again for lists and counts, and for those complaints that are open on the screen; for all of them when none is named. */
export function refreshDesk(client: QueryClient, complaints: readonly string[]): void {
  void client.invalidateQueries({ queryKey: [listDeskComplaints.path] });
  void client.invalidateQueries({ queryKey: [countDeskComplaints.path] });
  if (complaints.length === 0) void client.invalidateQueries({ queryKey: [getDeskComplaint.path] });
  for (const id of complaints) void client.invalidateQueries(endpointQuery(getDeskComplaint, { params: { id } }));
}

/** Whether the server tells by itself what is new. */
let live = false;

export function setLive(isLive: boolean): void {
  live = isLive;
}

const often = 30_000;
/** Dates pass without anybody's step. */
const seldom = 5 * 60_000;

/** How long to wait before asking again, in milliseconds. */
export function refreshPause(): number {
  return live ? seldom : often;
}
