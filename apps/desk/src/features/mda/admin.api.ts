import {
  createJurisdiction,
  createMda,
  listAllMdas,
  updateJurisdiction,
  updateMda,
  type AdminMda,
} from '@baraza/contract';
import type { InputOf } from '@baraza/contract/core/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '../../lib/api/api.ts';
import type { Edited } from '../../lib/form/edit-form.ts';

/** Reads all MDAs, inactive ones included. */
export function useAllMdas() {
  return useQuery(endpointQuery(listAllMdas));
}

/** Returns a function that stores the MDA of an answer in the cache. */
function useKeepMda() {
  const client = useQueryClient();
  return (mda: AdminMda) => {
    client.setQueryData(endpointQuery(listAllMdas).queryKey, (all: AdminMda[] | undefined) =>
      all?.map((item) => (item.id === mda.id ? mda : item)),
    );
    void client.invalidateQueries(endpointQuery(listAllMdas));
  };
}

type MdaChange = Omit<InputOf<typeof updateMda>['form'], 'version'> & Edited & { logo?: File | undefined };

/** Adds an MDA, or changes one when `id` is given. */
export function useSaveMda() {
  return useMutation({
    mutationFn: ({ id, version, logo, ...form }: MdaChange) => {
      const files = logo ? { file: logo } : {};
      return id === undefined
        ? call(createMda, { form: { name: '', ...form }, files })
        : call(updateMda, { params: { id }, form: { version: String(version), ...form }, files });
    },
    onSuccess: useKeepMda(),
  });
}

export function useAddJurisdiction() {
  return useMutation({
    mutationFn: ({ mdaId, name }: { mdaId: string; name: string }) =>
      call(createJurisdiction, { params: { id: mdaId }, body: { name } }),
    onSuccess: useKeepMda(),
  });
}

export function useChangeJurisdiction() {
  return useMutation({
    mutationFn: ({ id, ...body }: InputOf<typeof updateJurisdiction>['body'] & { id: string }) =>
      call(updateJurisdiction, { params: { id }, body }),
    onSuccess: useKeepMda(),
  });
}
