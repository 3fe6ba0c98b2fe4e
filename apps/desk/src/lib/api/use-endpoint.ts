import { call, downloadFile, endpointQuery } from '@baraza/app';
import {
  ApiError,
  type Endpoint,
  type InputOf,
  listComplaintCategories,
  listMdas,
  type ReplyOf,
} from '@baraza/contract';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';

/** Calls an endpoint that changes something, and refetches `shownBy`, also after 404 or 409. */
export function useEndpoint<E extends Endpoint>(endpoint: E, shownBy: Endpoint) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: [shownBy.path] });
  return useMutation({
    mutationFn: (input: InputOf<E>) => (call as (e: E, i: InputOf<E>) => Promise<ReplyOf<E>>)(endpoint, input),
    onSuccess: refetch,
    onError: (error) => {
      if (error instanceof ApiError && [404, 409].includes(error.status)) void refetch();
    },
  });
}

/** Saves the reply of an endpoint as a file; asks for the password if required. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  return useMutation({ mutationFn: (input: InputOf<E>) => downloadFile(endpoint, input) });
}

/** Choices of fields change rarely (ms). */
const staleTime = 5 * 60_000;

/** Reads the MDAs. */
export function useMdas(enabled = true) {
  return useQuery({ ...endpointQuery(listMdas), enabled, staleTime });
}

/** Reads the categories of complaints. */
export function useComplaintCategories(enabled = true) {
  return useQuery({ ...endpointQuery(listComplaintCategories), enabled, staleTime });
}
