import {
  createSavedReply,
  deleteSavedReply,
  listComplaintCategories,
  listSavedReplies,
  updateSavedReply,
  type NewSavedReply,
} from '@baraza/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, reads } from '../../lib/api.ts';

/** What the MDA says often. */
export function useSavedReplies(enabled = true) {
  return useQuery({ ...reads(listSavedReplies), enabled, staleTime: 60_000 });
}

/** What complaints may be about. */
export function useComplaintCategories() {
  return useQuery({ ...reads(listComplaintCategories), staleTime: 5 * 60_000 });
}

/** Adds a saved reply, or changes one when `id` is given. */
export function useSaveSavedReply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: NewSavedReply & { id?: string | undefined }) =>
      id === undefined ? call(createSavedReply, { body }) : call(updateSavedReply, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries(reads(listSavedReplies)),
  });
}

export function useDeleteSavedReply() {
  const client = useQueryClient();
  return async (id: string) => {
    await call(deleteSavedReply, { params: { id } });
    await client.invalidateQueries(reads(listSavedReplies));
  };
}
