import {
  transitionComplaint,
  countDeskComplaints,
  getDeskComplaint,
  limit,
  listColleagues,
  listCustomFields,
  listDeskComplaints,
  type listEarlierComplaints,
  listJurisdictions,
  listSimilarComplaints,
  listUnits,
  totalDeskComplaints,
  workedStates,
  type ActionInput,
  type ComplaintLink,
  type Filter,
  type DeskComplaint,
} from '@baraza/contract';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Carrier, endpointQuery } from '@baraza/app';
import type { Sort } from './queues.ts';
import { refreshPause } from './live-desk.ts';

/** Size of the first page: small, so that it loads fast. Later pages are large, since each refresh reads all loaded ones. */
const firstPage = 30;
const nextPage = limit.pageMax;
/** Choices of fields change rarely (ms). */
const staleTime = 5 * 60_000;

export function queueQuery(filter: Filter & { sort: Sort; q?: string; together?: 'true' }) {
  return infiniteQueryOptions({
    queryKey: [listDeskComplaints.path, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeskComplaints,
        { query: { ...filter, limit: pageParam ? nextPage : firstPage, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: refreshPause,
  });
}

/** Reads the number of complaints in each queue. */
export function useDeskCounts() {
  return useQuery({ ...endpointQuery(countDeskComplaints), refetchInterval: refreshPause });
}

/** Reads how many complaints a narrowed or searched list has on all its pages. */
export function useDeskTotal(filter: Filter & { q?: string }, enabled: boolean) {
  return useQuery({
    ...endpointQuery(totalDeskComplaints, { query: filter }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: refreshPause,
  });
}

/** Reads one complaint in full. */
export function useDeskComplaint(id: string) {
  return useQuery({ ...endpointQuery(getDeskComplaint, { params: { id } }), refetchInterval: refreshPause });
}

/** Reads the staff a complaint can be assigned to. Oversight names the MDA. */
export function useColleagues(enabled: boolean, mda?: string) {
  return useQuery({ ...endpointQuery(listColleagues, { query: { mda } }), enabled, staleTime });
}

/** Reads the units of the MDA. */
export function useUnits(enabled = true) {
  return useQuery({ ...endpointQuery(listUnits), enabled, staleTime: 60_000 });
}

/** Reads the custom fields of the MDA. */
export function useCustomFields(enabled = true) {
  return useQuery({ ...endpointQuery(listCustomFields), enabled, staleTime: 60_000 });
}

/** Reads the jurisdictions where an MDA works. */
export function useJurisdictions(mdaId: string | undefined) {
  return useQuery({
    ...endpointQuery(listJurisdictions, { params: { id: mdaId ?? '' } }),
    select: (places) => places.map(({ id, jurisdiction }) => ({ id, name: jurisdiction.name })),
    enabled: mdaId !== undefined,
    staleTime,
  });
}

/** Reads similar complaints, or earlier ones of the same citizen. */
export function useRelated(
  by: typeof listSimilarComplaints | typeof listEarlierComplaints,
  id: string,
  enabled: boolean,
) {
  return useQuery({ ...endpointQuery(by, { params: { id } }), enabled, staleTime });
}

/** Reads complaints to merge with: search results or, without words, similar ones. */
export function useParents(id: string, q: string) {
  return useQuery({
    queryKey: ['parents', id, q],
    queryFn: async ({ signal }): Promise<ComplaintLink[]> => {
      if (q === '') return call(listSimilarComplaints, { params: { id } }, { signal });
      const state = [...workedStates, 'resolved'].join(',');
      return (await call(listDeskComplaints, { query: { q, state, sort: 'latest', limit: 20 } }, { signal })).items;
    },
    placeholderData: keepPreviousData,
  });
}

type Step = ActionInput & { readonly action: string; readonly carrier?: Carrier | undefined };

/** Takes an action and stores the complaint it returns. Lists and counts are refetched. */
export function useTransitionComplaint(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, carrier, ...body }: Step): Promise<DeskComplaint | null> => {
      const params = { id, action };
      if (!carrier?.files.length) return call(transitionComplaint, { params, body });
      const { files, signal } = carrier;
      const { text, outcome, hold, version } = body;
      const also = body.also && JSON.stringify(body.also);
      return call(
        transitionComplaint,
        { params, form: { text, outcome, hold, version, also }, files: { files } },
        { signal },
      );
    },
    onSuccess: async (complaint) => {
      if (complaint) client.setQueryData(endpointQuery(getDeskComplaint, { params: { id } }).queryKey, complaint);
      void client.invalidateQueries({ queryKey: [countDeskComplaints.path] });
      void client.invalidateQueries({ queryKey: [totalDeskComplaints.path] });
      const listed = client.invalidateQueries({ queryKey: [listDeskComplaints.path] });
      // A complaint no longer visible must leave the list before its reader returns there, since a held list keeps its rows.
      if (!complaint) await listed;
    },
  });
}
