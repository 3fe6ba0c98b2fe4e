import { createCategory, listAllCategories, updateCategory } from '@baraza/contract';
import type { InputOf } from '@baraza/contract/core/endpoint';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, endpointQuery, useKeep } from '../../lib/api/api.ts';

/** Reads all categories in their order, inactive ones included. */
export function useAllCategories() {
  return useQuery(endpointQuery(listAllCategories));
}

export function useAddCategory() {
  return useMutation({
    mutationFn: (body: InputOf<typeof createCategory>['body']) => call(createCategory, { body }),
    onSuccess: useKeep(listAllCategories),
  });
}

export function useChangeCategory() {
  return useMutation({
    mutationFn: ({ id, ...body }: InputOf<typeof updateCategory>['body'] & { id: string }) =>
      call(updateCategory, { params: { id }, body }),
    onSuccess: useKeep(listAllCategories),
  });
}
