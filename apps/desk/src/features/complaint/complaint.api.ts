import {
  actInBulk,
  actOnComplaint,
  countDeskComplaints,
  getDeskComplaint,
  limit,
  listColleagues,
  listComplaintCategories,
  listDeskComplaints,
  listEarlierComplaints,
  listJurisdictions,
  listMdas,
  listSimilarComplaints,
  openStates,
  type ActionInput,
  type BulkInput,
  type ComplaintLink,
  type DeskComplaint,
} from '@baraza/contract';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '../../lib/api/api.ts';
import type { QueueQuery, Sort } from './queues.ts';
import { refreshPause } from './refresh-desk.ts';

/** Lists, counts and the open case are asked for again by themselves, and whenever the page is looked at again. */
const refetchInterval = refreshPause;
/** The first page is there at once; whoever wants more wants many, and all that is loaded is brought up to date page by page. */
const firstPage = 30;
const nextPage = limit.pageMax;

export function queueQuery(filter: QueueQuery & { sort: Sort; q?: string }) {
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
    refetchInterval,
  });
}

/** How long each queue is. */
export function useDeskCounts() {
  return useQuery({ ...endpointQuery(countDeskComplaints), refetchInterval });
}

/** One complaint with everything the desk knows of it. */
export function useDeskComplaint(id: string) {
  return useQuery({ ...endpointQuery(getDeskComplaint, { params: { id } }), refetchInterval });
}

/** To whom a complaint can be assigned; asked for when somebody wants to assign. Oversight says at which MDA. */
export function useColleagues(enabled: boolean, mda?: string) {
  return useQuery({ ...endpointQuery(listColleagues, { query: { mda } }), enabled, staleTime: 5 * 60_000 });
}

const choicesAge = 5 * 60_000;

/** Every MDA: where a transfer can go. */
export function useMdas() {
  return useQuery({ ...endpointQuery(listMdas), staleTime: choicesAge });
}

/** What a list can be narrowed to. */
export function useCategories() {
  return useQuery({ ...endpointQuery(listComplaintCategories), staleTime: choicesAge });
}

export function useJurisdictions(mdaId: string | undefined) {
  return useQuery({
    ...endpointQuery(listJurisdictions, { params: { id: mdaId ?? '' } }),
    enabled: mdaId !== undefined,
    staleTime: choicesAge,
  });
}

/** Complaints like this one. */
export function useSimilar(id: string) {
  return useQuery({ ...endpointQuery(listSimilarComplaints, { params: { id } }), staleTime: choicesAge });
}

export function useEarlier(id: string, enabled: boolean) {
  return useQuery({ ...endpointQuery(listEarlierComplaints, { params: { id } }), enabled, staleTime: choicesAge });
}

/** What a complaint may be merged with: what was searched for or, before that, the similar ones. */
export function useParents(id: string, q: string) {
  return useQuery({
    queryKey: ['parents', id, q],
    queryFn: async ({ signal }): Promise<ComplaintLink[]> => {
      if (q === '') return call(listSimilarComplaints, { params: { id } }, { signal });
      const state = [...openStates, 'resolved'].join(',');
      return (await call(listDeskComplaints, { query: { q, state, sort: 'latest', limit: 20 } }, { signal })).items;
    },
    placeholderData: keepPreviousData,
  });
}

/** Assigns or answers several complaints in one call; each has a result of its own. */
export function useActInBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkInput) => call(actInBulk, { body }),
    onSettled: () => {
      for (const { path } of [listDeskComplaints, countDeskComplaints, getDeskComplaint]) {
        void client.invalidateQueries({ queryKey: [path] });
      }
    },
  });
}

/** Takes an action. The answer is the complaint as it now is; lists and counts are asked for anew. */
export function useActOnComplaint(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, ...body }: ActionInput & { action: string }): Promise<DeskComplaint> =>
      call(actOnComplaint, { params: { id, action }, body }),
    onSuccess: async (complaint) => {
      client.setQueryData(endpointQuery(getDeskComplaint, { params: { id } }).queryKey, complaint);
      void client.invalidateQueries({ queryKey: [countDeskComplaints.path] });
      const listed = client.invalidateQueries({ queryKey: [listDeskComplaints.path] });
      // What is out of reach by now leaves the list before somebody is led back there, where rows keep their places.
      if (complaint.allowed.length === 0) await listed;
    },
  });
}
