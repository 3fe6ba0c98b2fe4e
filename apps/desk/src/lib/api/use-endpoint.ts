import { call, downloadFile } from '@baraza/app';
import type { Endpoint, InputOf, ReplyOf } from '@baraza/contract/core/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Calls an endpoint that changes something, then refetches what shows it. */
export function useEndpoint<E extends Endpoint>(endpoint: E, shownBy: Endpoint) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<E>) => (call as (e: E, i: InputOf<E>) => Promise<ReplyOf<E>>)(endpoint, input),
    onSuccess: () => client.invalidateQueries({ queryKey: [shownBy.path] }),
  });
}

/** Saves the reply of an endpoint as a file; asks for the password where that is needed. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  return useMutation({ mutationFn: (input: InputOf<E>) => downloadFile(endpoint, input) });
}
