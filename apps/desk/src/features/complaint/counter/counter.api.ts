import { call, endpointQuery } from '@baraza/app';
import { findCaller, listFiled, listSimilarToText } from '@baraza/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';

const staleTime = 60_000;

/** Reads what the centre of the agent filed. */
export function useFiled(q: string) {
  return useInfiniteQuery({
    queryKey: [listFiled.path, q],
    queryFn: ({ pageParam, signal }) => call(listFiled, { query: { q, cursor: pageParam ?? undefined } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Reads complaints of the own MDA like a text. */
export function useSimilarToText(text: string, enabled: boolean) {
  return useQuery({ ...endpointQuery(listSimilarToText, { body: { text } }), enabled, staleTime });
}

/** Looks up named complaints of the own MDA by a telephone number, which counts; the answer is kept for a minute. */
export function useCaller(phone: string) {
  const enabled = phone.replace(/\D/gu, '').length >= 7;
  return useQuery({ ...endpointQuery(findCaller, { body: { phone } }), enabled, staleTime, retry: false });
}
