import { call, endpointQuery } from '@baraza/app';
import {
  createStaff,
  listStaff,
  updateStaff,
  type HandedOver,
  type Staff,
  confirmStaff,
  declineStaff,
  inviteAgain,
  resetMfa,
  signOutStaff,
} from '@baraza/contract';
import type { InputOf } from '@baraza/contract/core/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Edited } from '../../lib/form/edit-dialog.tsx';

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

/** Actions of an administrator on the account of a colleague. */
export function useStaffHelp() {
  const client = useQueryClient();
  const changed = () => client.invalidateQueries(endpointQuery(listStaff));
  return {
    inviteAgain: (id: string) => call(inviteAgain, { params: { id } }).finally(() => void changed()),
    signOut: (id: string) => call(signOutStaff, { params: { id } }).finally(() => void changed()),
    confirm: (id: string, body: InputOf<typeof confirmStaff>['body']) =>
      call(confirmStaff, { params: { id }, body }).finally(() => void changed()),
    decline: (id: string) => call(declineStaff, { params: { id } }).finally(() => void changed()),
    resetMfa: (id: string, currentPassword: string) =>
      call(resetMfa, { params: { id }, body: { currentPassword } }).finally(() => void changed()),
  };
}
