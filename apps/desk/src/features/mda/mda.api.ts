import {
  createContact,
  deleteContact,
  listMdaStaff,
  listOwnContacts,
  updateContact,
  type NewContact,
  type OwnContact,
} from '@baraza/contract';
import type { InputOf } from '@baraza/contract/core/endpoint';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, endpointQuery, useKeep } from '../../lib/api/api.ts';
import type { Edited } from '../../lib/form/edit-form.ts';

export type { OwnContact };

/** Reads the contacts that citizens see. */
export function useContacts() {
  return useQuery(endpointQuery(listOwnContacts));
}

/** Adds a contact, or changes one when `id` is given. */
export function useSaveContact() {
  return useMutation({
    mutationFn: ({ id, version, ...body }: NewContact & Edited) =>
      id === undefined || version === undefined
        ? call(createContact, { body })
        : call(updateContact, { params: { id }, body: { version, ...body } }),
    onSuccess: useKeep(listOwnContacts),
  });
}

export function useMoveContact() {
  return useMutation({
    mutationFn: ({ id, place, version }: InputOf<typeof updateContact>['body'] & { id: string }) =>
      call(updateContact, { params: { id }, body: { place, version } }),
    onSuccess: useKeep(listOwnContacts),
  });
}

export function useDeleteContact() {
  const keep = useKeep(listOwnContacts);
  return async ({ id, version }: OwnContact) => keep(await call(deleteContact, { params: { id }, query: { version } }));
}

/** Reads the staff with their workload. */
export function useMdaStaff() {
  return useQuery({ ...endpointQuery(listMdaStaff), refetchInterval: 60_000 });
}
