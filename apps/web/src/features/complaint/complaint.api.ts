import {
  type Complaint,
  countComplaints,
  getComplaint,
  type GuestChoices,
  listComplaintCategories,
  listComplaints,
  listGuestChoices,
  listJurisdictions,
  listMdas,
} from '@baraza/contract';
import type { Status } from '@baraza/contract/complaint/state';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { endpointQuery, useToken } from '@baraza/app';

export const pageSize = 10;
/** The addresses of attachments are signed for five minutes; before that, new ones are asked for. */
const attachmentsAge = 4 * 60_000;
const choicesAge = 5 * 60_000;

export interface ComplaintFilters {
  readonly q?: string;
  readonly sort?: 'latest' | 'oldest';
  readonly category?: string;
  readonly status?: Status;
  readonly cursor?: string;
}

/** One page of the citizen's own complaints. The page before stays in view while the next one is on its way. */
export function useComplaints(filters: ComplaintFilters) {
  return useQuery({ ...complaintsQuery(filters), placeholderData: keepPreviousData });
}

const complaintsQuery = (filters: ComplaintFilters) =>
  endpointQuery(listComplaints, { query: { ...filters, limit: pageSize } });

export function useComplaintCounts() {
  return useQuery(endpointQuery(countComplaints));
}

/** What the form and the filter offer. */
export function useComplaintCategories() {
  const enabled = useToken() !== null;
  const guests = useGuestChoices(!enabled, ({ categories }) => categories);
  const own = useQuery({ ...endpointQuery(listComplaintCategories), staleTime: choicesAge, enabled });
  return enabled ? own : guests;
}

function useGuestChoices<T>(enabled: boolean, select: (choices: GuestChoices) => T) {
  return useQuery({ ...endpointQuery(listGuestChoices), staleTime: choicesAge, enabled, select });
}

export function useMdaChoices() {
  const enabled = useToken() !== null;
  const guests = useGuestChoices(!enabled, ({ mdas }) =>
    mdas.map(({ id, name, jurisdictions }) => ({ id, name, isJurisdictionAllowed: Number(jurisdictions.length > 0) })),
  );
  const own = useQuery({ ...endpointQuery(listMdas), staleTime: choicesAge, enabled });
  return enabled ? own : guests;
}

/** The jurisdictions of an MDA; asked for only where the MDA has them. */
export function useJurisdictionChoices(mda: string | null) {
  const isSignedIn = useToken() !== null;
  const guests = useGuestChoices(!isSignedIn && mda !== null, ({ mdas }) =>
    (mdas.find(({ id }) => id === mda)?.jurisdictions ?? []).map(({ id, name }) => ({ id, jurisdiction: { name } })),
  );
  const own = useQuery({
    ...endpointQuery(listJurisdictions, { params: { id: mda ?? '' } }),
    staleTime: choicesAge,
    enabled: isSignedIn && mda !== null,
  });
  return isSignedIn ? own : guests;
}

export function useComplaint(id: string) {
  return useQuery({ ...endpointQuery(getComplaint, { params: { id } }), refetchInterval: attachmentsAge });
}

/** Everything that shows complaints asks again: after a step of the citizen, or when a notification comes in. */
export async function refreshComplaints(client: QueryClient): Promise<void> {
  await Promise.all(
    [listComplaints, countComplaints, getComplaint].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
  );
}

/** Shows a complaint that has just arrived, without asking the server again. */
export function showFiled(client: QueryClient, complaint: Complaint): void {
  addToLists(client, complaint);
  keep(client, complaint);
}

/** Shows a complaint as the server answered it. */
export function keep(client: QueryClient, complaint: Complaint): void {
  client.setQueryData(endpointQuery(getComplaint, { params: { id: complaint.id } }).queryKey, complaint);
  void client.invalidateQueries({ queryKey: [listComplaints.path] });
  void client.invalidateQueries({ queryKey: [countComplaints.path] });
}

function addToLists(client: QueryClient, complaint: Complaint): void {
  client.setQueryData(endpointQuery(countComplaints).queryKey, (counts) =>
    counts === undefined
      ? counts
      : { ...counts, [complaint.status]: counts[complaint.status] + 1, total: counts.total + 1 },
  );
  for (const status of [undefined, complaint.status]) {
    client.setQueryData(complaintsQuery({ q: '', sort: 'latest', status }).queryKey, (list) =>
      list === undefined ? list : { ...list, items: [{ ...complaint, unread: false }, ...list.items] },
    );
  }
}
