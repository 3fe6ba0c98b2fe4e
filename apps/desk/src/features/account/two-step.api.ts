import {
  acceptInvitation,
  confirmTwoStep,
  endTwoStep,
  getStaffMe,
  getTwoStep,
  inviteAgain,
  listStaff,
  readInvitation,
  renewRecoveryCodes,
  resetTwoStep,
  signOutStaff,
  startTwoStep,
  takeSecondStep,
} from '@baraza/contract';
import type { InputOf } from '@baraza/contract/core/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, reads } from '../../lib/api/api.ts';

/** The token of a new session. */
export async function finishLogIn(body: InputOf<typeof takeSecondStep>['body']): Promise<string> {
  return (await call(takeSecondStep, { body })).token;
}

/** Who an invitation is for. */
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

export function useTwoStep() {
  return useQuery(reads(getTwoStep));
}

/** The calls that set the caller's own second step up and down. */
export const twoStepCalls = {
  start: (body: InputOf<typeof startTwoStep>['body']) => call(startTwoStep, { body }),
  confirm: (body: InputOf<typeof confirmTwoStep>['body']) => call(confirmTwoStep, { body }),
  renew: (body: InputOf<typeof renewRecoveryCodes>['body']) => call(renewRecoveryCodes, { body }),
  end: (body: InputOf<typeof endTwoStep>['body']) => call(endTwoStep, { body }),
};

/** Reads anew what the screens know of the second step. */
export function useTwoStepChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all([getTwoStep, getStaffMe].map((it) => client.invalidateQueries(reads(it))));
}

/** What an administrator does for a colleague. */
export function useStaffHelp() {
  const client = useQueryClient();
  const changed = () => client.invalidateQueries(reads(listStaff));
  return {
    inviteAgain: (id: string) => call(inviteAgain, { params: { id } }).finally(() => void changed()),
    signOut: (id: string) => call(signOutStaff, { params: { id } }).finally(() => void changed()),
    resetTwoStep: (id: string, currentPassword: string) =>
      call(resetTwoStep, { params: { id }, body: { currentPassword } }).finally(() => void changed()),
  };
}
