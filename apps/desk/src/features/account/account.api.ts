import {
  confirmPassword,
  createStaff,
  endSession,
  forgotPassword,
  listSessions,
  listStaff,
  login,
  resetPassword,
  updatePassword,
  updateStaff,
  type Staff,
} from '@baraza/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '../../lib/api/api.ts';
import type { InputOf } from '@baraza/contract/core/endpoint';
import type { Edited } from '../../lib/form/edit-form.ts';

/** The account type of staff in calls that name one. */
const type = 'mda';

/** Finishes the sign-in with the second factor; returns the session token. */
export async function logIn(email: string, password: string): Promise<string> {
  const { token } = await call(login, { body: { email, password, type } });
  return token;
}

/** Requests a code by mail. Unknown addresses get the same answer. */
export async function requestCode(email: string): Promise<void> {
  await call(forgotPassword, { body: { email, type } });
}

export async function setPasswordByCode(body: Omit<InputOf<typeof resetPassword>['body'], 'type'>): Promise<void> {
  await call(resetPassword, { body: { ...body, type } });
}

export async function changePassword(body: Omit<InputOf<typeof updatePassword>['body'], 'type'>): Promise<void> {
  await call(updatePassword, { body: { ...body, type } });
}

/** Confirms the password, so that sensitive calls are allowed for a while. */
export async function typePasswordAgain(body: InputOf<typeof confirmPassword>['body']): Promise<void> {
  await call(confirmPassword, { body });
}

/** Reads the caller's sessions. */
export function useSessions() {
  return useQuery(endpointQuery(listSessions));
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries(endpointQuery(listSessions)),
  });
}

export function useStaff() {
  return useQuery(endpointQuery(listStaff));
}

type NewStaff = InputOf<typeof createStaff>['body'];
type StaffChange = Omit<InputOf<typeof updateStaff>['body'], 'id' | 'version'>;

/** Creates an account, or changes one when `id` is given. */
export function useSaveStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, ...body }: Edited & (NewStaff | StaffChange)) =>
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
