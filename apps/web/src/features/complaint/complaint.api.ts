import {
  type Complaint,
  countComplaints,
  type Endpoint,
  getComplaint,
  type GuestChoices,
  type InputOf,
  listComplaintCategories,
  listComplaints,
  listGuestChoices,
  listJurisdictions,
  listMdas,
} from '@baraza/contract';
import type { Status } from '@baraza/contract/complaint/state';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { endpointQuery, useToken } from '@baraza/app';
import { firstPage, type ListFilters } from '../../lib/list/use-list-params.ts';

/** Milliseconds before attachment URLs are renewed; their signatures expire after five minutes. */
const attachmentsAge = 4 * 60_000;
const choicesAge = 5 * 60_000;

export type ComplaintFilters = ListFilters & { status?: Status | undefined };

/** Reads one page of the citizen's complaints. The previous page stays in view while the next one loads. */
export function useComplaints(filters: ComplaintFilters) {
  return useQuery({ ...complaintsQuery(filters), placeholderData: keepPreviousData });
}

const complaintsQuery = (filters: ComplaintFilters) => endpointQuery(listComplaints, { query: filters });

export function useComplaintCounts() {
  return useQuery(endpointQuery(countComplaints));
}

/** Reads one list of choices: from its own endpoint with an account, from the common one as a guest. */
function useChoices<E extends Endpoint, T>(
  endpoint: E,
  ofGuest: (choices: GuestChoices) => T,
  { input, isNeeded = true }: { input?: InputOf<E>; isNeeded?: boolean } = {},
) {
  const isSignedIn = useToken() !== null;
  const own = useQuery({ ...endpointQuery(endpoint, input), staleTime: choicesAge, enabled: isNeeded && isSignedIn });
  const guests = useQuery({
    ...endpointQuery(listGuestChoices),
    staleTime: choicesAge,
    select: ofGuest,
    enabled: isNeeded && !isSignedIn,
  });
  return isSignedIn ? own : guests;
}

/** Reads the complaint categories for the form and the filter. */
export const useComplaintCategories = () => useChoices(listComplaintCategories, ({ categories }) => categories);

export const useMdaChoices = () =>
  useChoices(listMdas, ({ mdas }) =>
    mdas.map(({ id, name, jurisdictions }) => ({ id, name, isJurisdictionAllowed: Number(jurisdictions.length > 0) })),
  );

/** Reads the jurisdictions of an MDA, and only if it has any. */
export const useJurisdictionChoices = (mda: string | null) =>
  useChoices(
    listJurisdictions,
    ({ mdas }) =>
      (mdas.find(({ id }) => id === mda)?.jurisdictions ?? []).map(({ id, name }) => ({ id, jurisdiction: { name } })),
    { input: { params: { id: mda ?? '' } }, isNeeded: mda !== null },
  );

export function useComplaint(id: string) {
  return useQuery({ ...endpointQuery(getComplaint, { params: { id } }), refetchInterval: attachmentsAge });
}

/** Refetches all complaint data, after a step of the citizen or an incoming notification. */
export async function refreshComplaints(client: QueryClient): Promise<void> {
  await Promise.all(
    [listComplaints, countComplaints, getComplaint].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
  );
}

/** Adds a newly filed complaint to the cache, so that it appears without a request. */
export function showFiled(client: QueryClient, complaint: Complaint): void {
  client.setQueryData(endpointQuery(countComplaints).queryKey, (counts) =>
    counts === undefined
      ? counts
      : { ...counts, [complaint.status]: counts[complaint.status] + 1, total: counts.total + 1 },
  );
  for (const status of [undefined, complaint.status]) {
    client.setQueryData(complaintsQuery({ ...firstPage, status }).queryKey, (list) =>
      list === undefined ? list : { ...list, items: [{ ...complaint, unread: false }, ...list.items] },
    );
  }
  keep(client, complaint);
}

/** Caches a complaint as the server returned it. */
export function keep(client: QueryClient, complaint: Complaint): void {
  client.setQueryData(endpointQuery(getComplaint, { params: { id: complaint.id } }).queryKey, complaint);
  void client.invalidateQueries({ queryKey: [listComplaints.path] });
  void client.invalidateQueries({ queryKey: [countComplaints.path] });
}
