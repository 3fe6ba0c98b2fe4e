import { createCategory, listAllCategories, updateCategory, type AdminCategory } from '@baraza/contract';
import type { InputOf } from '@baraza/contract/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, reads } from '../../lib/api.ts';

/** Every category in its order, those included that nobody can choose. */
export function useAllCategories() {
  return useQuery(reads(listAllCategories));
}

function useKeep() {
  const client = useQueryClient();
  return (categories: AdminCategory[]) => client.setQueryData(reads(listAllCategories).queryKey, categories);
}

export function useAddCategory() {
  return useMutation({
    mutationFn: (body: InputOf<typeof createCategory>['body']) => call(createCategory, { body }),
    onSuccess: useKeep(),
  });
}

export function useChangeCategory() {
  return useMutation({
    mutationFn: ({ id, ...body }: InputOf<typeof updateCategory>['body'] & { id: string }) =>
      call(updateCategory, { params: { id }, body }),
    onSuccess: useKeep(),
  });
}
