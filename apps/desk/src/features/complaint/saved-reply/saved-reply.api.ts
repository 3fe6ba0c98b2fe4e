import { listSavedReplies } from '@baraza/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@baraza/app';

/** Reads the saved replies of the MDA. */
export function useSavedReplies() {
  return useQuery({ ...endpointQuery(listSavedReplies), staleTime: 60_000 });
}
