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

/** The addresses of attachments are signed for five minutes; before that, new ones are asked for. */
const attachmentsAge = 4 * 60_000;
const choicesAge = 5 * 60_000;

export type ComplaintFilters = ListFilters & { status?: Status | undefined };

/** One page of the citizen's own complaints. The page before stays in view while the next one is on its way. */
export function useComplaints(filters: ComplaintFilters) {
  return useQuery({ ...complaintsQuery(filters), placeholderData: keepPreviousData });
}

const complaintsQuery = (filters: ComplaintFilters) => endpointQuery(listComplaints, { query: filters });

export function useComplaintCounts() {
  return useQuery(endpointQuery(countComplaints));
}

/** Reads what may be chosen by whoever is signed in; a guest gets all choices in one answer. */
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

/** What the form and the filter offer. */
export const useComplaintCategories = () => useChoices(listComplaintCategories, ({ categories }) => categories);

export const useMdaChoices = () =>
  useChoices(listMdas, ({ mdas }) =>
    mdas.map(({ id, name, jurisdictions }) => ({ id, name, isJurisdictionAllowed: Number(jurisdictions.length > 0) })),
  );

/** The jurisdictions of an MDA; asked for only where the MDA has them. */
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

/** Everything that shows complaints asks again: after a step of the citizen, or when a notification comes in. */
export async function refreshComplaints(client: QueryClient): Promise<void> {
  await Promise.all(
    [listComplaints, countComplaints, getComplaint].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
  );
}

/** Shows a complaint that has just arrived, without asking the server again. */
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

/** Shows a complaint as the server answered it. */
export function keep(client: QueryClient, complaint: Complaint): void {
  client.setQueryData(endpointQuery(getComplaint, { params: { id: complaint.id } }).queryKey, complaint);
  void client.invalidateQueries({ queryKey: [listComplaints.path] });
  void client.invalidateQueries({ queryKey: [countComplaints.path] });
}
