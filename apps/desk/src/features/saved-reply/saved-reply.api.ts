import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
  type NewSavedReply,
  type SavedReply,
} from '@baraza/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '../../lib/api/api.ts';
import type { Edited } from '../../lib/form/edit-form.ts';

/** Reads the saved replies of the MDA. */
export function useSavedReplies(enabled = true) {
  return useQuery({ ...endpointQuery(listSavedReplies), enabled, staleTime: 60_000 });
}

/** Adds a saved reply, or changes one when `id` is given. */
export function useSaveSavedReply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, ...body }: NewSavedReply & Edited) =>
      id === undefined || version === undefined
        ? call(createSavedReply, { body })
        : call(updateSavedReply, { params: { id }, body: { version, ...body } }),
    onSuccess: () => client.invalidateQueries(endpointQuery(listSavedReplies)),
  });
}

export function useDeleteSavedReply() {
  const client = useQueryClient();
  return async ({ id, version }: SavedReply) => {
    await call(deleteSavedReply, { params: { id }, query: { version } });
    await client.invalidateQueries(endpointQuery(listSavedReplies));
  };
}
