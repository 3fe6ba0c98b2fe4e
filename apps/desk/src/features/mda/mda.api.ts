import {
  createContact,
  deleteContact,
  listMdaStaff,
  listOwnContacts,
  updateContact,
  type NewContact,
} from '@baraza/contract';
import type { InputOf, ReplyOf } from '@baraza/contract/endpoint';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, reads, useKeep } from '../../lib/api.ts';

export type OwnContact = ReplyOf<typeof listOwnContacts>[number];

/** The contacts that citizens see. */
export function useContacts() {
  return useQuery(reads(listOwnContacts));
}

/** Adds a contact, or changes one when `id` is given. */
export function useSaveContact() {
  return useMutation({
    mutationFn: ({ id, ...body }: NewContact & { id?: string | undefined }) =>
      id === undefined ? call(createContact, { body }) : call(updateContact, { params: { id }, body }),
    onSuccess: useKeep(listOwnContacts),
  });
}

export function useMoveContact() {
  return useMutation({
    mutationFn: ({ id, place }: InputOf<typeof updateContact>['body'] & { id: string }) =>
      call(updateContact, { params: { id }, body: { place } }),
    onSuccess: useKeep(listOwnContacts),
  });
}

export function useDeleteContact() {
  const keep = useKeep(listOwnContacts);
  return async (id: string) => keep(await call(deleteContact, { params: { id } }));
}

/** The colleagues with what lies on their desks. */
export function useMdaStaff() {
  return useQuery({ ...reads(listMdaStaff), refetchInterval: 60_000 });
}
