import { createStaff, listStaff, updateStaff, type HandedOver, type Staff } from '@baraza/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '@baraza/app';
import type { InputOf } from '@baraza/contract/core/endpoint';
import type { Edited } from '../../lib/form/edit-dialog.tsx';

export function useStaff() {
  return useQuery(endpointQuery(listStaff));
}

type NewStaff = InputOf<typeof createStaff>['body'];
type StaffChange = Omit<InputOf<typeof updateStaff>['body'], 'id' | 'version'>;

type SavedStaff = Staff & { handedOver?: HandedOver | null };

/** Creates an account, or changes one when `id` is given. */
export function useSaveStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, ...body }: Edited & (NewStaff | StaffChange)): Promise<SavedStaff> =>
      id === undefined || version === undefined
        ? call(createStaff, { body: body as NewStaff })
        : call(updateStaff, { body: { id, version, ...body } }),
    onSuccess: (saved) => {
      client.setQueryData(endpointQuery(listStaff).queryKey, (all: Staff[] | undefined) =>
        all?.map((item) => (item.id === saved.id ? saved : item)),
      );
      void client.invalidateQueries(endpointQuery(listStaff));
    },
  });
}
