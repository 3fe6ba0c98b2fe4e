import { getFeedback, listFeedback, listFeedbackCategories } from '@baraza/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@baraza/app';
import type { ListFilters } from '../../lib/list/use-list-params.ts';

/** One page of the citizen's own feedback. The page before stays in view while the next one is on its way. */
export function useFeedbackList(filters: ListFilters) {
  return useQuery({
    ...endpointQuery(listFeedback, { query: filters }),
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
