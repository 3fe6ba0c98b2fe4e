import { endpointQuery } from '@baraza/app';
import { listFeedbackCategories } from '@baraza/contract';
import { useQuery } from '@tanstack/react-query';

/** Reads the categories that the form and the filter offer. */
export function useFeedbackCategories() {
  return useQuery({ ...endpointQuery(listFeedbackCategories), staleTime: 5 * 60_000 });
}
