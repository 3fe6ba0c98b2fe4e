import { getFeedback, listFeedback, listFeedbackCategories } from '@baraza/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@baraza/app';

export const pageSize = 10;

export interface FeedbackFilters {
  readonly q?: string;
  readonly sort?: 'latest' | 'oldest';
  readonly category?: string;
  readonly cursor?: string;
}

/** One page of the citizen's own feedback. The page before stays in view while the next one is on its way. */
export function useFeedbackList(filters: FeedbackFilters) {
  return useQuery({
    ...endpointQuery(listFeedback, { query: { ...filters, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
}

/** What the form and the filter offer. */
export function useFeedbackCategories() {
  return useQuery({ ...endpointQuery(listFeedbackCategories), staleTime: 5 * 60_000 });
}

export function useFeedback(id: string) {
  // The addresses of attachments are signed for five minutes; before that, new ones are asked for.
  return useQuery({ ...endpointQuery(getFeedback, { params: { id } }), refetchInterval: 4 * 60_000 });
}
