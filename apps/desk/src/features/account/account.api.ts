import { call, endpointQuery } from '@baraza/app';
import { listStaff, confirmStaff, declineStaff, inviteAgain, resetMfa, signOutStaff } from '@baraza/contract';
import type { InputOf } from '@baraza/contract/core/endpoint';
import { useQueryClient } from '@tanstack/react-query';

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
