import { listComplaintCategories, listMdas } from '@baraza/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@baraza/app';

/** What fields offer to choose from changes rarely. */
const staleTime = 5 * 60_000;

/** Reads the MDAs. */
export function useMdas(enabled = true) {
  return useQuery({ ...endpointQuery(listMdas), enabled, staleTime });
}

/** Reads the categories of complaints. */
export function useComplaintCategories(enabled = true) {
  return useQuery({ ...endpointQuery(listComplaintCategories), enabled, staleTime });
}
