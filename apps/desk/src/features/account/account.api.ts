import {
  createStaff,
  forgotPassword,
  listMdas,
  listStaff,
  login,
  resetPassword,
  updatePassword,
  updateStaff,
} from '@baraza/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, reads } from '../../lib/api.ts';
import type { InputOf } from '@baraza/contract/endpoint';

/** Staff sign in under a type of their own. */
const type = 'mda';

/** The token of a new session. */
export async function logIn(email: string, password: string): Promise<string> {
  const { token } = await call(login, { body: { email, password, type } });
  return token;
}

/** Asks for a code by mail; the answer is the same whether or not the address is known. */
export async function requestCode(email: string): Promise<void> {
  await call(forgotPassword, { body: { email, type } });
}

export async function setPasswordByCode(body: Omit<InputOf<typeof resetPassword>['body'], 'type'>): Promise<void> {
  await call(resetPassword, { body: { ...body, type } });
}

export async function changePassword(body: Omit<InputOf<typeof updatePassword>['body'], 'type'>): Promise<void> {
  await call(updatePassword, { body: { ...body, type } });
}

export function useStaff() {
  return useQuery(reads(listStaff));
}

/** The MDAs a member of staff can belong to. */
export function useMdas() {
  return useQuery({ ...reads(listMdas), staleTime: 5 * 60_000 });
}

/** Creates an account, or changes one when `id` is given. */
export function useSaveStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (
      input: ({ id?: undefined } & InputOf<typeof createStaff>['body']) | InputOf<typeof updateStaff>['body'],
    ) => (input.id === undefined ? call(createStaff, { body: input }) : call(updateStaff, { body: input })),
    onSuccess: () => client.invalidateQueries(reads(listStaff)),
  });
}
