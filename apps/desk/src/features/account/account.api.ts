import { call, endpointQuery } from '@baraza/app';
import {
  createStaff,
  listStaff,
  updateStaff,
  type HandedOver,
  type Staff,
  acceptInvitation,
  confirmMfa,
  confirmStaff,
  declineStaff,
  endMfa,
  getStaffMe,
  getMfa,
  inviteAgain,
  readInvitation,
  renewRecoveryCodes,
  resetMfa,
  signOutStaff,
  startMfa,
  submitMfaCode,
} from '@baraza/contract';
import type { InputOf } from '@baraza/contract/core/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** Finishes the sign-in with the second factor; returns the session token. */
export async function finishLogIn(body: InputOf<typeof submitMfaCode>['body']): Promise<string> {
  return (await call(submitMfaCode, { body })).token;
}

/** Reads the account that an invitation is for. */
export function useInvitation(invitation: string) {
  return useQuery({
    queryKey: [readInvitation.path, invitation],
    queryFn: ({ signal }) => call(readInvitation, { body: { invitation } }, { signal }),
    retry: false,
  });
}

export async function accept(body: InputOf<typeof acceptInvitation>['body']): Promise<void> {
  await call(acceptInvitation, { body });
}

export function useMfa() {
  return useQuery(endpointQuery(getMfa));
}

/** Calls that turn the caller's own second factor on and off. */
export const mfaCalls = {
  start: (body: InputOf<typeof startMfa>['body']) => call(startMfa, { body }),
  confirm: (body: InputOf<typeof confirmMfa>['body']) => call(confirmMfa, { body }),
  renew: (body: InputOf<typeof renewRecoveryCodes>['body']) => call(renewRecoveryCodes, { body }),
  end: (body: InputOf<typeof endMfa>['body']) => call(endMfa, { body }),
};

/** Returns a function that reads the state of the second factor again. */
export function useMfaChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all([getMfa, getStaffMe].map((endpoint) => client.invalidateQueries(endpointQuery(endpoint))));
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
